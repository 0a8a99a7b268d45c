/** Checks that the target of a menu item exists. Pure. */
import { linkUrlPattern } from '#lib/contract/safe-url.ts';
import { findPageRoute, pageRoutes } from '#lib/pages/page-routes.ts';
import { didYouMean } from '../core/nearest-name.ts';
import type { NamedItemType } from './folder-names.ts';

export interface LinkTargetResolver {
  /** Returns '' if the item exists, otherwise an error message. */
  problem(kind: NamedItemType, name: string): string;
  /** Paths that are redirected, and paths of public files. */
  paths: ReadonlySet<string>;
  /** Language codes that may prefix a path. */
  languages: readonly string[];
}

/** Path patterns, with the type of item whose handle is the last segment. */
const named: readonly [path: RegExp, kind: NamedItemType][] = [
  [/^\/products\/([^/]+)$/, 'product'],
  [/^\/collections?\/[^/]+\/products\/([^/]+)$/, 'product'],
  [/^\/collections?\/([^/]+)$/, 'collection'],
  [/^\/pages\/([^/]+)$/, 'page'],
  [/^\/blogs\/([^/]+)$/, 'article'],
  [/^\/promotions\/([^/]+)$/, 'promotion'],
];

const fixedPages = pageRoutes.map(({ path }) => path).filter((path) => !path.includes('['));

/**
 * Returns an error message such as `must be a product handle: …` for a menu item with an invalid target, otherwise ''. Items of
 * type 1 link to the home page, type 2 to a product by handle, type 3 to a collection, all others to a URL (MENU-05 to MENU-07).
 */
export function menuTargetProblem(
  { type, url }: { type: number; url: string },
  names: LinkTargetResolver,
): string {
  const handle = decode(url.split('/').at(-1) ?? '');
  if (type === 1) return '';
  if (type === 2 || type === 3) {
    const kind = type === 2 ? 'product' : 'collection';
    const reason = handle === '' ? 'it is empty' : names.problem(kind, handle);
    return reason === '' ? '' : `must be a ${kind} handle: ${reason}`;
  }
  if (url === '') return '';
  if (!linkUrlPattern.test(url))
    return `must be a path such as /pages/about or a URL, not "${url}", because type is ${type} (2 is a product, 3 a collection)`;
  return url.startsWith('/') ? pathProblem(url, names) : '';
}

function pathProblem(url: string, { problem, paths, languages }: LinkTargetResolver): string {
  const whole = decode(url.replace(/[?#].*$/s, '')).replace(/(?<=.)\/+$/, '');
  const prefix = new RegExp(`^/(?:${languages.join('|')})(?=/|$)`);
  const path = languages.length > 0 ? whole.replace(prefix, '') || '/' : whole;
  if (paths.has(path) || paths.has(whole) || fixedPages.includes(path)) return '';
  if (/^\/(?:media|api)(?:\/|$)/.test(path)) return '';
  for (const [shape, kind] of named) {
    const name = shape.exec(path)?.[1];
    const reason = name === undefined ? '' : problem(kind, name);
    if (name !== undefined) return reason === '' ? '' : `must link to an existing ${kind}: ${reason}`;
  }
  if (findPageRoute(path)) return '';
  return `must link to an existing page: there is no page "${path}"${didYouMean(path, [...fixedPages, ...paths])}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
