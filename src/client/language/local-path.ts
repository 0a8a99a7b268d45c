import { inLanguage } from '#lib/language/path.ts';

/** In the browser: a path of the shop in the page's own language, for what scripts link or lead to. */
export function localPath(path: string): string {
  const root = typeof document === 'undefined' ? '' : (document.documentElement.dataset.root ?? '');
  return root === '' ? path : inLanguage(path, root);
}
