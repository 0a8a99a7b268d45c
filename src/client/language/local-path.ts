import { withLanguagePrefix } from '#lib/language/path.ts';

/** Returns a shop path in the page's language, for links and navigation from scripts. No-op on the server. */
export function localPath(path: string): string {
  const root = typeof document === 'undefined' ? '' : (document.documentElement.dataset.root ?? '');
  return root === '' ? path : withLanguagePrefix(path, root);
}
