/** Fetches what tells of an add and lets it tell; where it cannot be had the browser does. */
export function tellLater(message: string, show: (tell: typeof import('./tell.ts')) => void): void {
  import('./tell.ts').then(show, () => alert(message));
}
