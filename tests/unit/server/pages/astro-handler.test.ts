import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { type AstroHandler, renderWithAstro } from '#server/pages/astro-handler.ts';

const locals = { origin: 'http://shop.test' } as unknown as App.Locals;
const ask = (handler: AstroHandler) => renderWithAstro(handler, 'http://shop.test/cart?x=1', locals);

/** Returns a handler whose only page is the 404 page. */
function onlyMissing(asked: [string | undefined, App.Locals][], miss: (next: () => void) => void) {
  const handler: AstroHandler = async (request, response, next, given) => {
    asked.push([request.url, given]);
    if (request.url !== '/404') return miss(next);
    response.statusCode = 404;
    response.end('lost');
  };
  return handler;
}

describe('asking Astro for a page', () => {
  it('fails when the handler does', async () => {
    await expect(ask(async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(
      ask(() => {
        throw new Error('at once');
      }),
    ).rejects.toThrow('at once');
  });

  it('fails with what is handed to next, which is no missing page', async () => {
    const asked: (string | undefined)[] = [];
    const handler: AstroHandler = async (request, _response, next) => {
      asked.push(request.url);
      next(new Error('broken'));
    };
    await expect(ask(handler)).rejects.toThrow('broken');
    expect(asked).toEqual(['/cart?x=1']);
  });

  it('shows the 404 page, once and to the same visitor, where there is no page', async () => {
    const asked: [string | undefined, App.Locals][] = [];
    const answer = await ask(
      onlyMissing(asked, (next) => {
        next();
        next();
      }),
    );
    expect([answer.status, Buffer.from(answer.body).toString()]).toEqual([404, 'lost']);
    expect(asked.map(([url]) => url)).toEqual(['/cart?x=1', '/404']);
    for (const [, given] of asked) expect(given).toBe(locals);
  });

  it('fails when there is no 404 page, or it breaks', async () => {
    await expect(ask(async (_request, _response, next) => next())).rejects.toThrow('no 404 page');
    const broken: AstroHandler = async (request, _response, next) => {
      if (request.url === '/404') throw new Error('broken');
      next();
    };
    await expect(ask(broken)).rejects.toThrow('broken');
  });

  it('fails when the page breaks off after its head', async () => {
    const broken =
      (breakOff: (response: ServerResponse) => Promise<void>): AstroHandler =>
      async (_request, response) => {
        response.writeHead(200);
        response.write('half');
        await breakOff(response);
      };
    await expect(ask(broken(() => Promise.reject(new Error('broken'))))).rejects.toThrow('broken');
    await expect(ask(broken(async (response) => void response.destroy(new Error('gone'))))).rejects.toThrow(
      'gone',
    );
    await expect(ask(broken(async (response) => void response.destroy()))).rejects.toThrow(
      'before completion',
    );
  });

  it('brings every cookie, and a large page whole', async () => {
    const page = randomBytes(3_000_000);
    const answer = await ask(async (_request, response) => {
      response.setHeader('Set-Cookie', ['a=1', 'b=2']);
      for (let at = 0; at < page.length; at += 100_000) response.write(page.subarray(at, at + 100_000));
      response.end();
    });
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(Buffer.from(answer.body).equals(page)).toBe(true);
  });
});
