import { withLanguagePrefix } from '#lib/language/path.ts';

/** Adds the page's language prefix to a shop path, for links and navigation in scripts. On the server, returns the path unchanged. */
export function localPath(path: string): string {
  const root = typeof document === 'undefined' ? '' : (document.documentElement.dataset.root ?? '');
  return root === '' ? path : withLanguagePrefix(path, root);
}
