/** The sheet of the bag's parts; fetched with the first of them. */
import address from './parts.css?url';

let loading: Promise<void> | undefined;

export function partsStyle(): Promise<void> {
  // The bag page has it in its head.
  if (document.querySelector(`link[href="${address}"]`)) return Promise.resolve();
  loading ??= new Promise((resolve) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: address });
    // Without its style it still works.
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  });
  return loading;
}
