/** Pages of routes that Astro has rendered once, written without it. */
import type { RouteData, SSRResult } from 'astro';
import { describe, expect, test } from 'vitest';
import { learn, type Page, wayTo, writeAt } from '#server/astro/known-routes.ts';

function routeOf(route: string, params: string[]): RouteData {
  const pattern = new RegExp(`^${route.replace(/\[\.\.\.\w+\]/, '(.*)').replace(/\[\w+\]/g, '([^/]+)')}$`);
  return { route, params, pattern } as unknown as RouteData;
}

function newResult(status = 200): SSRResult {
  const _metadata = { renderedScripts: new Set(), extraHead: [], templateDepth: 0 };
  const head = { styles: new Set(['own']), scripts: new Set(), links: new Set() };
  return {
    ...head,
    response: { status, headers: new Headers() },
    params: {},
    _metadata,
  } as unknown as SSRResult;
}

const locals = { origin: 'https://shop.test', root: '' } as App.Locals;
const routes = [
  routeOf('/fixed/[handle]', ['handle']),
  routeOf('/fixed/[other]', ['other']),
  routeOf('/rest/[...all]', ['...all']),
];
type Global = { params: object; url: URL; locals: object; response: Response; cookies: unknown };

/** Teaches the route a page that shows what `show` finds in its `Astro`. */
function teach(route: string, show: (astro: Global, result: SSRResult) => unknown): void {
  const page: Page = (result) => show(result.createAstro({}, null as never) as unknown as Global, result);
  learn(route, page, newResult());
}

async function at(path: string) {
  const way = wayTo(routes, path);
  return way && (await writeAt(way, `${locals.origin}${path}?variant=2`, locals));
}

describe('known routes', () => {
  test('are those that Astro rendered, where the first route that fits is meant', () => {
    expect(wayTo(routes, '/fixed/bowl')).toBeNull();
    learn('/fixed/[other]', () => '', newResult());
    expect(wayTo(routes, '/fixed/bowl')).toBeNull();
    learn('/fixed/[handle]', () => '', newResult(404));
    expect(wayTo(routes, '/fixed/bowl')).toBeNull();
    learn('/rest/[...all]', () => '', newResult());
    expect(wayTo(routes, '/rest/a')).toBeNull();
  });

  test('give each page its own address, parameters, headers and notes', async () => {
    teach('/fixed/[handle]', ({ params, url, locals: own, response }, result) => {
      result._metadata.renderedScripts.add('seen');
      expect(result.styles.size).toBe(1);
      result.styles.clear();
      response.headers.set('cache-control', 'no-store');
      return { params, variant: url.searchParams.get('variant'), own };
    });
    for (const handle of ['bowl', 'mug']) {
      const written = await at(`/fixed/${handle}`);
      expect(written?.given).toEqual({ params: { handle }, variant: '2', own: locals });
      expect([...(written?.result._metadata.renderedScripts ?? [])]).toEqual(['seen']);
      expect(written?.answer.ownHeaders?.get('cache-control')).toBe('no-store');
    }
    const way = wayTo(routes, '/fixed/bowl');
    expect(way?.result._metadata.renderedScripts.size).toBe(0);
    expect(way?.result.response.headers.get('cache-control')).toBeNull();
  });

  test('say nothing of headers their page sets none of', async () => {
    const silent = [routeOf('/silent/[one]', ['one'])];
    teach('/silent/[one]', ({ params }) => params);
    const way = wayTo(silent, '/silent/a');
    expect((await writeAt(way!, 'https://shop.test/silent/a', locals))?.answer.ownHeaders).toBeNull();
  });

  test('leave to Astro what has to be decoded or tidied', () => {
    for (const path of [
      '/fixed/b%C3%B6wl',
      '//fixed/bowl',
      '/fixed/bowl/',
      '/fixed//bowl',
      '/fixed/bowl.html',
    ]) {
      expect(wayTo(routes, path)).toBeNull();
    }
  });
});

test('nothing of the visitor who taught a route is kept', () => {
  const taught = [routeOf('/taught/[one]', ['one'])];
  const visitor = { request: new Request('https://shop.test/taught/a', { headers: { cookie: 'token=1' } }) };
  learn('/taught/[one]', () => '', { ...newResult(), ...visitor, createAstro: () => visitor } as never);
  expect(wayTo(taught, '/taught/b')?.result).toMatchObject({ request: undefined, createAstro: undefined });
});

test('a route that asks for what only Astro has is left to Astro from then on', async () => {
  const asking = [routeOf('/asks/[one]', ['one']), routeOf('/breaks/[one]', ['one'])];
  teach('/asks/[one]', (astro) => astro.cookies);
  teach('/breaks/[one]', () => {
    throw new Error('broken');
  });
  const [asks, breaks] = ['/asks/a', '/breaks/a'].map((path) => wayTo(asking, path));
  expect(await writeAt(asks!, 'https://shop.test/asks/a', locals)).toBeNull();
  expect(wayTo(asking, '/asks/b')).toBeNull();
  await expect(writeAt(breaks!, 'https://shop.test/breaks/a', locals)).rejects.toThrow('broken');
});
