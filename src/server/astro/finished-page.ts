/**
 * Stands in for Astro's `renderPage` when pages are built: the page stays a string. Astro would encode it, and its
 * Response copy the bytes twice more; a third of a megabyte for each page, which V8 collects by stopping (decision 0086).
 */
import type { SSRResult } from 'astro';
import { htmlOf, isPromise } from './markup.ts';
import { settleMarks } from './once-a-page.ts';

const pages = new WeakMap<Response, readonly string[]>();

/** The page behind an answer of `renderPage` in pieces, as long as Astro hands on that very answer; undefined for any other. */
export function htmlBehind(response: Response): readonly string[] | undefined {
  return pages.get(response);
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
  const headers = new Headers(result.response.headers);
  headers.set('content-type', 'text/html');
  const { statusText = '' } = result.response;
  const status = errorStatus[route?.route ?? ''];
  // Error pages become part of another answer, with the headers of what failed.
  if (status) return new Response(pieces.join(''), { headers, status, statusText: '' });
  const response = new Response('', { headers, status: result.response.status ?? 200, statusText });
  pages.set(response, pieces);
  return response;
}

const errorStatus: Record<string, number> = { '/404': 404, '/500': 500 };
