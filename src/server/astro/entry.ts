/** What `astro build` exports to server.ts. Bundled with the pages: import nothing here that keeps state. */
import { createHash } from 'node:crypto';
import { createApp } from 'astro/app/entrypoint';
import type { Rendered } from '../http/render-page.ts';
import { htmlBehind } from './finished-page.ts';

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

/**
 * Renders one page, or the 404 and 500 pages where there is none.
 * @param request absolute URL on SITE_URL; carries only what the page may depend on
 */
export async function render(request: Request, locals: App.Locals): Promise<Rendered> {
  const response = await app.render(request, { locals, addCookieHeader: true });
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
