/** The sheet of what opens over the product page; fetched with the first of it. */
import address from './later.css?url';

let loading: Promise<void> | undefined;

export function laterStyle(): Promise<void> {
  loading ??= new Promise((resolve) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: address });
    // Without its style it still works.
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  });
  return loading;
}
