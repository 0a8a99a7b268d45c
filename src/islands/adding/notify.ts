/** Fetches the notices and shows one; where they cannot be fetched the browser says it. */
export function notify(message: string, show: (notices: typeof import('./notices.tsx')) => void): void {
  import('./notices.tsx').then(show, () => alert(message));
}
