/**
 * Stands in for Astro's `renderPage` when pages are built: the page stays a string. Astro would encode it, and its
 * Response copy the bytes twice more; a third of a megabyte for each page, which V8 collects by stopping (decision 0086).
 */
import type { SSRResult } from 'astro';
import { localLinks } from '#lib/language/path.ts';
import { htmlOf, isPromise } from './markup.ts';
import { settleMarks } from './once-a-page.ts';

const pages = new WeakMap<object, readonly string[]>();
/** Set on the answer that stands for a page. Astro may copy that answer, but not its headers away. */
const mark = 'x-atoll-page';

/**
 * The page that was rendered last for a visit, in pieces; null when the answer is no page.
 * @param response what Astro answered; loses the mark
 * @throws Error when it stands for a page that is not there
 */
export function htmlBehind(response: Response, locals: object): readonly string[] | null {
  if (!response.headers.has(mark)) return null;
  response.headers.delete(mark);
  const pieces = pages.get(locals);
  if (!pieces) throw new Error('Astro answered with a page of another visit.');
  return pieces;
}

type Page = (result: SSRResult, props: object, slots: object) => unknown;
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
  const given = await page(result, props, slots);
  if (given instanceof Response) return given;
  const written = htmlOf(given);
  const pieces = settleMarks(result, isPromise(written) ? await written : written);
  if (!doctype.test(pieces[0] ?? '')) pieces.unshift('<!DOCTYPE html>');
  const { locals } = astroOf(result);
  pages.set(locals, locals.root === '' ? pieces : [localLinks(pieces.join(''), locals.root)]);
  const headers = new Headers(result.response.headers);
  headers.set('content-type', 'text/html');
  headers.set(mark, '');
  return new Response('', {
    headers,
    status: errorStatus[route?.route ?? ''] ?? result.response.status ?? 200,
    statusText: result.response.statusText ?? '',
  });
}

function astroOf(result: SSRResult): { locals: App.Locals } {
  return result.createAstro({}, null) as unknown as { locals: App.Locals };
}

const errorStatus: Record<string, number> = { '/404': 404, '/500': 500 };
