import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { extname, join } from 'node:path';
import type { Services } from '../services.ts';
import { createLocals } from './locals.ts';

type Render = (request: Request, locals: App.Locals) => Promise<Response>;
const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webp': 'image/webp',
};

/** First slice: static files, then pages. */
export async function answer(services: Services): Promise<RequestListener> {
  const entry = new URL('../../../dist/server/entry.mjs', import.meta.url);
  const { render } = (await import(entry.href)) as { render: Render };
  const client = new URL('../../../dist/client/', import.meta.url).pathname;
  return async (request, response) => {
    const url = new URL(request.url ?? '/', services.env.SITE_URL);
    const file = join(client, decodeURIComponent(url.pathname));
    const type = types[extname(file)];
    if (type && file.startsWith(client) && (await stat(file).catch(() => null))?.isFile()) {
      response.writeHead(200, { 'content-type': type });
      createReadStream(file).pipe(response);
      return;
    }
    const page = await render(new Request(url), createLocals(services));
    response.writeHead(page.status, Object.fromEntries(page.headers));
    response.end(Buffer.from(await page.arrayBuffer()));
  };
}
