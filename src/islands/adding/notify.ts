/** Loads the notices and shows one; if they cannot be loaded, the browser's alert shows the message. */
export function notify(message: string, show: (notices: typeof import('./notices.tsx')) => void): void {
  import('./notices.tsx').then(show, () => alert(message));
}
