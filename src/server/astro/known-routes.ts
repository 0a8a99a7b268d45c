/**
 * Routes whose page Astro has rendered once. What it finds out on the way to a page is the same for all addresses of the
 * route, so from then on the page is written without it: its way costs a tenth of the page, and keeps what it made alive
 * until V8 collects everything (decision 0149). A route that asks for what only Astro has is left to it from then on.
 */
import type { AstroGlobal, RouteData, SSRResult } from 'astro';
import { giveGlobals } from './page-global.ts';

export type Page = (result: SSRResult, props: object, slots: object) => unknown;

/** Asked for by a page that is written without Astro. */
class AsksForAstro extends Error {}

interface Known {
  page: Page;
  /** As it was before the page was first written. */
  result: SSRResult;
}

/** By route; null for those that asked for Astro. */
const known = new Map<string, Known | null>();

/** Keeps what Astro found out for a route; before its page is written, which changes it. */
export function learn(route: string, page: Page, result: SSRResult): void {
  if (known.has(route) || result.response.status !== 200) return;
  known.set(route, { page, result: withoutVisitor(fresh(result)) });
}

/** What the visit left in it that taught us the route: nobody else's page may find it, and its memory is let go. */
function withoutVisitor(result: SSRResult): SSRResult {
  const none = { request: undefined, cookies: undefined, actionResult: undefined, createAstro: undefined };
  return { ...result, ...none } as unknown as SSRResult;
}

export interface Way extends Known {
  route: RouteData;
  params: Record<string, string>;
}

/** Addresses that are the same when they are decoded, with nothing in them to tidy; Astro leaves out `.html` at the end. */
const plainPath = /^\/$|^(?:\/[\w.~-]+)+(?<!\.html)$/;

/**
 * The way to a page that Astro need not be asked for; null where it must be.
 * @param routes in Astro's order: the first that fits is meant
 * @param path of the address, without query
 */
export function wayTo(routes: readonly RouteData[], path: string): Way | null {
  if (!plainPath.test(path)) return null;
  const route = routes.find(({ pattern }) => pattern.test(path));
  const found = route && known.get(route.route);
  if (!found || route.params.some((name) => name.startsWith('...'))) return null;
  const [, ...values] = route.pattern.exec(path) ?? [];
  const params = Object.fromEntries(route.params.map((name, at) => [name, values[at] ?? '']));
  return { ...found, route, params };
}

/** The answer a page may set status and headers of. Most set no header, and a `Headers` costs as much as a component. */
class PageAnswer {
  status = 200;
  statusText = 'OK';
  #headers: Headers | null = null;

  get headers(): Headers {
    this.#headers ??= new Headers({ 'content-type': 'text/html' });
    return this.#headers;
  }

  /** Null when the page has not asked for them. */
  get ownHeaders(): Headers | null {
    return this.#headers;
  }
}

export interface Written {
  /** What Astro's `renderPage` is given by a page. */
  given: unknown;
  /** What the page was written with. */
  result: SSRResult;
  answer: PageAnswer;
}

/**
 * Writes the page.
 * @param address absolute, on SITE_URL
 * @returns null when it asked for Astro
 */
export async function writeAt(
  { page, result: kept, params, route }: Way,
  address: string,
  locals: App.Locals,
): Promise<Written | null> {
  const url = new URL(address);
  const answer = new PageAnswer();
  const result = fresh(kept);
  result.params = params;
  result.pathname = url.pathname;
  result.response = answer;
  giveGlobals({
    result,
    locals,
    url,
    astro(): AstroGlobal {
      throw new AsksForAstro();
    },
  });
  try {
    return { given: await page(result, {}, {}), result, answer };
  } catch (error) {
    if (!(error instanceof AsksForAstro)) throw error;
    known.set(route.route, null);
    return null;
  }
}

/** The same with lists of its own: writing a page takes out what stands in its head, and notes what it has. */
function fresh(result: SSRResult): SSRResult {
  const { styles, scripts, links, _metadata } = result;
  return {
    ...result,
    styles: new Set(styles),
    scripts: new Set(scripts),
    links: new Set(links),
    _metadata: copied(_metadata),
  };
}

function copied<Notes extends object>(notes: Notes): Notes {
  const own = { ...notes };
  for (const name in own) {
    const value: unknown = own[name];
    if (value instanceof Set) own[name] = new Set(value) as typeof value & Notes[typeof name];
    else if (Array.isArray(value)) own[name] = [...value] as unknown as Notes[typeof name];
  }
  return own;
}
