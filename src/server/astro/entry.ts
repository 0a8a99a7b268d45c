/** What `astro build` exports to server.ts. Bundled with the pages: import nothing here that keeps state. */
import { createHash } from 'node:crypto';
import { createApp } from 'astro/app/entrypoint';
import type { Rendered } from '../http/render-page.ts';
import { htmlBehind, piecesOf } from './finished-page.ts';
import { type Way, wayTo, writeAt } from './known-routes.ts';

const app = createApp({ streaming: false });

/** Styles that Astro writes into single pages; its own list of hashes leaves some of them out. */
const pageStyles = app.manifest.routes.flatMap(({ styles }) =>
  styles.flatMap((style) => (style.type === 'inline' ? style.content : [])),
);

/**
 * `'sha256-…'` sources of every inline script and style, known since the build. Astro would write them into a policy of
 * its own for every page, and hash the page's styles anew; server.ts writes the policy once for all (decision 0085).
 */
export const inlineHashes = {
  script: quoted(app.manifest.csp?.scriptHashes ?? []),
  style: quoted([...(app.manifest.csp?.styleHashes ?? []), ...pageStyles.map(sha256)]),
};
app.manifest.shouldInjectCspMetaTags = false;

const routes = app.manifest.routes.map(({ routeData }) => routeData);

/**
 * Renders one page, or the 404 and 500 pages where there is none.
 * @param address absolute, on SITE_URL
 * @param headers what the page may know of its visitor
 */
export async function render(address: string, locals: App.Locals, headers?: Headers): Promise<Rendered> {
  const request = () => new Request(address, headers && { headers });
  const way = wayTo(routes, pathOf(address, locals));
  const written = way && (await write(way, address, locals, request));
  return written ?? answered(await app.render(request(), { locals, addCookieHeader: true }), locals);
}

function pathOf(address: string, { origin }: App.Locals): string {
  const query = address.indexOf('?');
  return address.slice(origin.length, query === -1 ? undefined : query);
}

/** What Astro wants said besides for the page in place of one that is missing or broken. */
const rest = {
  addCookieHeader: true,
  clientAddress: undefined,
  prerenderedErrorPageFetch: fetch,
  routeData: undefined,
  waitUntil: undefined,
};

/** A page of a known route; null where Astro has to be asked for it after all. */
async function write(
  way: Way,
  address: string,
  locals: App.Locals,
  request: () => Request,
): Promise<Rendered | null> {
  try {
    const written = await writeAt(way, address, locals);
    if (!written) return null;
    const { result, given, answer } = written;
    if (given instanceof Response) {
      if (given.status !== 404) return null;
      return answered(
        await app.renderError(request(), { ...rest, locals, status: 404, response: given }),
        locals,
      );
    }
    const body = await piecesOf(result, given, locals);
    return { status: answer.status, headers: answer.ownHeaders, body };
  } catch (error) {
    locals.failed(error, way.route.route);
    return answered(await app.renderError(request(), { ...rest, locals, status: 500, error }), locals);
  }
}

async function answered(response: Response, locals: App.Locals): Promise<Rendered> {
  const { status, headers } = response;
  return {
    status,
    headers,
    body: htmlBehind(response, locals) ?? new Uint8Array(await response.arrayBuffer()),
  };
}

function sha256(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

function quoted(hashes: readonly string[]): string[] {
  return [...new Set(hashes)].map((hash) => `'${hash}'`);
}
