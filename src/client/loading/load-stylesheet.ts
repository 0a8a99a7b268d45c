const fetching = new Map<string, Promise<void>>();

/**
 * Loads a stylesheet once per page, unless the head already contains it. Also resolves if loading fails: the feature then works unstyled.
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
