/** Style sheets of what opens over a page: fetched with the first of it. */
const fetching = new Map<string, Promise<void>>();

/**
 * Fetches a sheet, once a page; one that is in the page's head already is not fetched. Resolves when it applies or cannot be
 * had: without its style a thing still works.
 */
export function loadStylesheet(address: string): Promise<void> {
  const pending = fetching.get(address);
  if (pending) return pending;
  const loading = document.querySelector(`link[href="${address}"]`)
    ? Promise.resolve()
    : new Promise<void>((resolve) => {
        const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: address });
        link.onload = link.onerror = () => resolve();
        document.head.append(link);
      });
  fetching.set(address, loading);
  return loading;
}
