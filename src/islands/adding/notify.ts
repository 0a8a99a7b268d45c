/** Loads `notices.tsx` and calls `show` with it; if the module fails to load, shows the message in a browser alert. */
export function notify(message: string, show: (notices: typeof import('./notices.tsx')) => void): void {
  import('./notices.tsx').then(show, () => alert(message));
}
