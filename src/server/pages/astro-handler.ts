/** Asks the pages that `astro build` made, without a socket. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import inject from 'light-my-request';

/** What `@astrojs/node` exports from `dist/server/entry.mjs` in its middleware mode. */
export type AstroHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
  locals: App.Locals,
) => Promise<void>;

/** What a page's code answered. */
export interface AstroAnswer {
  status: number;
  headers: Headers;
  body: Uint8Array;
}

/** The handler of the built pages. @throws when they are not built */
export async function loadAstro(): Promise<AstroHandler> {
  const before = process.listeners('unhandledRejection');
  const built: { handler: AstroHandler } = await import(
    new URL('../../../dist/server/entry.mjs', import.meta.url).href
  );
  // The adapter brings a listener that knows only its own renders; process/serve.ts tells the log of all.
  for (const listener of process.listeners('unhandledRejection')) {
    if (!before.includes(listener)) process.off('unhandledRejection', listener);
  }
  return built.handler;
}

/**
 * One page, or the 404 and 500 pages where there is none.
 * @param address absolute, on SITE_URL
 * @param headers what the page may know of its visitor
 */
export async function askAstro(
  handler: AstroHandler,
  address: string,
  locals: App.Locals,
  headers: Headers = new Headers(),
): Promise<AstroAnswer> {
  const answer = await inject(
    (request, response) => {
      const asked = request as unknown as IncomingMessage;
      const missing = () => {
        asked.url = '/404';
        void handler(asked, response, (error) => response.destroy(error as Error | undefined), locals);
      };
      void handler(asked, response, missing, locals);
    },
    { url: address, headers: Object.fromEntries(headers) },
  );
  return { status: answer.statusCode, headers: headersOf(answer.headers), body: answer.rawPayload };
}

function headersOf(fields: Readonly<Record<string, number | string | string[] | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of [value ?? []].flat()) headers.append(name, String(one));
  }
  return headers;
}
