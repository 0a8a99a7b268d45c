/** The lazy image behaviour: a picture that waits to come near is fetched now, because it is about to be shown. */

/** @throws Error for anything but an <img> (ERR-06, R83) */
export function fetchLazyImage(element: Element): void {
  if (!(element instanceof HTMLImageElement)) throw new Error('Lazy image works only on an <img> element');
  element.loading = 'eager';
}
