/**
 * Stands in for Astro's `renderPage` when pages are built: the page stays a string. Astro would encode it, and its
 * Response copy the bytes twice more; a third of a megabyte for each page, which V8 collects by stopping (decision 0086).
 */
import type { AstroGlobal, SSRResult } from 'astro';
import { localLinks } from '#lib/language/path.ts';
import { learn, type Page } from './known-routes.ts';
import { htmlOf, isPromise } from './markup.ts';
import { settleMarks } from './once-a-page.ts';
import { giveGlobals } from './page-global.ts';

/** Where a visit's page waits to be packed: on the visit itself, with which it goes. */
const finished = Symbol('page');
type Visited = App.Locals & { [finished]?: readonly string[] };
/** Set on the answer that stands for a page. Astro may copy that answer, but not its headers away. */
const mark = 'x-atoll-page';

/**
 * The page that was rendered last for a visit, in pieces; null when the answer is no page.
 * @param response what Astro answered; loses the mark
 * @throws Error when it stands for a page that is not there
 */
export function htmlBehind(response: Response, locals: Visited): readonly string[] | null {
  if (!response.headers.has(mark)) return null;
  response.headers.delete(mark);
  const pieces = locals[finished];
  if (!pieces) throw new Error('Astro answered with a page of another visit.');
  return pieces;
}

const doctype = /^\s*<!doctype html/i;

/** @returns the page, or the Response that its code returned instead */
export async function renderPage(
  result: SSRResult,
  page: Page,
  props: object,
  slots: object,
  _streams: boolean,
  route?: { route: string },
): Promise<Response> {
  const astro = result.createAstro.bind(result) as unknown as (
    props: object,
    slots: object | null,
  ) => AstroGlobal;
  const { locals, url } = astro({}, null);
  if (route) learn(route.route, page, result);
  giveGlobals({ result, locals, url, astro });
  const given = await page(result, props, slots);
  if (given instanceof Response) return given;
  (locals as Visited)[finished] = await piecesOf(result, given, locals);
  const headers = new Headers(result.response.headers);
  headers.set('content-type', 'text/html');
  headers.set(mark, '');
  return new Response('', {
    headers,
    status: errorStatus[route?.route ?? ''] ?? result.response.status ?? 200,
    statusText: result.response.statusText ?? '',
  });
}

/** A page's HTML in pieces. @param given what its code gave */
export async function piecesOf(
  result: SSRResult,
  given: unknown,
  { root }: App.Locals,
): Promise<readonly string[]> {
  const html = htmlOf(given);
  const pieces = settleMarks(result, isPromise(html) ? await html : html);
  if (!doctype.test(pieces[0] ?? '')) pieces.unshift('<!DOCTYPE html>');
  return root === '' ? pieces : [localLinks(pieces.join(''), root)];
}

const errorStatus: Record<string, number> = { '/404': 404, '/500': 500 };
