import { describe, expect, it } from 'vitest';
import type { PageApi } from '#server/core/page-dependencies.ts';
import type { Services } from '#server/core/services.ts';
import { DatabaseUnavailableError } from '#server/db/lost-connection.ts';
import type { AstroHandler } from '#server/pages/astro-handler.ts';
import { createRenderContext } from '#server/pages/locals.ts';
import { renderPage } from '#server/pages/render-page.ts';

const env = { SITE_URL: 'http://shop.test' };
const token = 'Zk3v9QwX7bN2mT8rL5cY1d';

async function logged(
  path: string,
  status: number,
  fail?: (locals: App.Locals) => unknown,
  api = (() => {}) as unknown as PageApi,
) {
  const lines: unknown[] = [];
  const services = {
    env,
    now: () => 0,
    log: { error: (fields: unknown) => lines.push(fields) },
  } as unknown as Services;
  const astro: AstroHandler = async (_request, response, _next, locals) => {
    await fail?.(locals);
    response.statusCode = status;
    response.end();
  };
  const context = createRenderContext(services, api);
  const hosts = { script: [], img: [], connect: [], frame: [] };
  await renderPage(services, astro, env.SITE_URL + path, context, hosts);
  return lines;
}

describe('a render that ends in an error', () => {
  it('is told to the log when nothing else told of it, without what opens an order', async () => {
    expect(await logged(`/5/checkouts/${token}?x=${token}`, 500)).toEqual([
      { path: '/5/checkouts/*', status: 500 },
    ]);
  });

  it('is told once', async () => {
    const lines = await logged('/cart', 500, (locals) => locals.failed(new Error('broken'), '/cart'));
    expect(lines).toMatchObject([{ route: '/cart' }]);
  });

  it('is none where the page is that of an error, or answers as it should', async () => {
    expect([await logged('/500', 500), await logged('/503', 503), await logged('/cart', 404)]).toEqual([
      [],
      [],
      [],
    ]);
  });
});

describe('a render without the database', () => {
  const api = (async (_key, _input, dependencies) => {
    dependencies.failed = dependencies.unavailable = true;
    return { code: 90000, msg: '', data: null };
  }) as PageApi;
  const callApi = (locals: App.Locals) => locals.api('GET /api/v1/getSysTime');

  it.each([500, 404, 403, 302])(
    'answers no %i, which says something about the page [BR-102]',
    async (status) => {
      await expect(logged('/cart', status, callApi, api)).rejects.toThrow(DatabaseUnavailableError);
    },
  );

  it('is shown where the page can do without that call [BR-102]', async () => {
    expect(await logged('/cart', 200, callApi, api)).toEqual([]);
  });
});

describe('the headers of a page', () => {
  const headersOf = async (use: (locals: App.Locals) => void) => {
    const services = { env, now: () => 0 } as unknown as Services;
    const astro: AstroHandler = async (_request, response, _next, locals) => {
      use(locals);
      response.setHeader('content-type', 'text/html');
      response.end();
    };
    const context = createRenderContext(services, (() => {}) as unknown as PageApi);
    const hosts = { script: [], img: [], connect: [], frame: [] };
    const { headers } = await renderPage(services, astro, `${env.SITE_URL}/admin`, context, hosts);
    return { headers: new Map(headers), nonce: context.adminNonce };
  };

  it('have another nonce for each response of the admin, and none for a page of the shop (admin)', async () => {
    const shop = await headersOf(() => {});
    expect(shop.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'self'");
    expect(shop.headers.get('Content-Security-Policy')).not.toContain('nonce');
    expect(shop.headers.has('X-Robots-Tag')).toBe(false);
    const admin = await headersOf((locals) => locals.adminNonce());
    expect(admin.nonce).toMatch(/^[\w-]{22}$/);
    expect(admin.headers.get('Content-Security-Policy')).toContain(`'nonce-${admin.nonce}'`);
    expect((await headersOf((locals) => locals.adminNonce())).nonce).not.toBe(admin.nonce);
  });
});
