/** Fetches the notices and shows one; where they cannot be fetched the browser says it. */
export function notify(message: string, show: (notices: typeof import('./notices.ts')) => void): void {
  import('./notices.ts').then(show, () => alert(message));
}
