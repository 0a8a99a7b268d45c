/** The API's own documentation: /api for people, /api/openapi.json for programs. Made on first use. */
import type { Env, Hono } from 'hono';
import type { Handlers } from '../core/handler.ts';

export function addReference<HonoEnv extends Env>(
  app: Hono<HonoEnv>,
  handlers: Handlers,
  siteUrl: string,
): void {
  const page = once(async () => (await import('./api-page.ts')).apiPage(handlers));
  const styles = once(async () => (await import('./api-page-styles.ts')).apiStyles);
  const json = once(async () =>
    JSON.stringify((await import('./openapi.ts')).openApiDocument(handlers, siteUrl)),
  );
  app.get('/api', async () => file(await page(), 'text/html; charset=utf-8'));
  app.get('/api/reference.css', async () => file(await styles(), 'text/css; charset=utf-8'));
  app.get('/api/openapi.json', async () => file(await json(), 'application/json; charset=utf-8'));
}

function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function file(text: string, type: string): Response {
  return new Response(text, {
    headers: {
      'content-type': type,
      'cache-control': 'public, max-age=300',
      'x-content-type-options': 'nosniff',
    },
  });
}
