/** Renders pages built by `astro build` in-process, without a socket. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import inject, { type Response } from 'light-my-request';

/** The handler exported by `dist/server/entry.mjs`, which `@astrojs/node` builds in middleware mode. */
export type AstroHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
  locals: App.Locals,
) => Promise<void>;

export interface AstroResponse {
  status: number;
  headers: Headers;
  body: Uint8Array;
}

/** Loads the handler of the built pages. @throws Error if the pages were not built */
export async function loadAstro(): Promise<AstroHandler> {
  const entry = new URL('../../../dist/server/entry.mjs', import.meta.url);
  const built: { handler: AstroHandler } = await import(entry.href);
  return built.handler;
}

/**
 * Renders one page; renders the 404 page if no page matches, and the 500 page if rendering fails.
 * @param address absolute URL on SITE_URL
 * @param headers request headers that the page may read
 * @throws the handler's error, whether thrown or passed to `next`
 */
export async function renderWithAstro(
  handler: AstroHandler,
  address: string,
  locals: App.Locals,
  headers: Headers = new Headers(),
): Promise<AstroResponse> {
  return new Promise((resolve, reject) => {
    inject(
      (request, response) => {
        const incomingRequest = request as unknown as IncomingMessage;
        const run = async (missing: () => void) => {
          let isOver = false;
          const next = (error?: unknown) => {
            if (error) reject(error);
            else if (!isOver) missing();
            isOver = true;
          };
          await handler(incomingRequest, response, next, locals);
        };
        const showMissing = () => {
          incomingRequest.url = '/404';
          run(() => reject(new Error('There is no 404 page'))).catch(reject);
        };
        run(showMissing).catch(reject);
      },
      // Requests a stream, because otherwise light-my-request would also decode the whole page to a string.
      { url: address, headers: Object.fromEntries(headers), payloadAsStream: true },
    )
      .then(async (answer) => resolve(await answerOf(answer)))
      .catch(reject);
  });
}

async function answerOf(answer: Response): Promise<AstroResponse> {
  const chunks: Buffer[] = await answer.stream().toArray();
  const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  return { status: answer.statusCode, headers: headersOf(answer.headers), body };
}

function headersOf(fields: Readonly<Record<string, number | string | string[] | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of [value ?? []].flat()) headers.append(name, String(one));
  }
  return headers;
}
