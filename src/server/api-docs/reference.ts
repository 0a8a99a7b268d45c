/** Serves the API reference: /api for humans, /api/openapi.json for programs. Both are built and compressed on first use. */
import type { Context, Env, Hono } from 'hono';
import { encodeUncached, encodingForClient } from '../cache/encode-body.ts';
import { chooseEncoding, type Encoding, matchesEtag } from '../cache/negotiate.ts';
import { computeEtag } from '../cache/stored-page.ts';

/** Runs the work through the per-client request queue. */
type InTurn = (c: Context, work: () => Promise<Response>) => Promise<Response>;

export function addApiReference<HonoEnv extends Env>(
  app: Hono<HonoEnv>,
  siteUrl: string,
  inTurn: InTurn,
): void {
  const html = file(async () => (await import('./api-page.ts')).renderApiPage(), 'text/html; charset=utf-8');
  const css = file(async () => (await import('./api-page-styles.ts')).apiStyles, 'text/css; charset=utf-8');
  const document = file(
    async () => JSON.stringify((await import('./openapi.ts')).openApiDocument(siteUrl)),
    'application/json; charset=utf-8',
  );
  app.get('/api', (c) => inTurn(c, () => html(c)));
  app.get('/api/reference.css', (c) => inTurn(c, () => css(c)));
  app.get('/api/openapi.json', (c) => inTurn(c, () => document(c)));
}

/** Returns a handler that builds a file once and compresses it once per encoding. */
function file(make: () => Promise<string>, type: string): (c: Context) => Promise<Response> {
  const made = once(async () => {
    const body = Buffer.from(await make());
    return { body, etag: computeEtag(body) };
  });
  const encoded = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>();
  return async (c) => {
    const { body, etag } = await made();
    const headers: Record<string, string> = {
      ...{ 'cache-control': 'public, max-age=300', etag, vary: 'Accept-Encoding' },
      'x-content-type-options': 'nosniff',
    };
    if (matchesEtag(c.req.header('if-none-match'), etag)) return new Response(null, { status: 304, headers });
    const encoding = encodingForClient(body, chooseEncoding(c.req.header('accept-encoding')));
    if (encoding !== 'identity') headers['content-encoding'] = encoding;
    const bytes =
      encoded.get(encoding) ??
      encodeUncached(body, encoding).then((compressed) => new Uint8Array(compressed));
    encoded.set(encoding, bytes);
    return new Response(await bytes, { headers: { ...headers, 'content-type': type } });
  };
}

function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
