import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findPageRoute, pageRoutes } from '#lib/pages/page-routes.ts';
import { articlePath, collectionPath, pagePath, productPath, promotionPath } from '#lib/pages/paths.ts';
import { decideRoute, resolveCacheKey } from '#server/cache/route-rules.ts';

const decide = (address: string) => decideRoute(new URL(address, 'http://shop.test'));
const key = (address: string) => {
  const decision = decide(address);
  return decision.kind === 'shared' ? decision.key : decision.kind;
};

describe('which pages are kept', () => {
  it('keeps only what the route reads of the query, in one order', () => {
    expect(key('/products/mug?utm_source=x&variant=12')).toBe('/products/mug?variant=12');
    expect(key('/collections/cups?page_num=2&sort_type=4&fbclid=1')).toBe(
      '/collections/cups?sort_type=4&page_num=2',
    );
    expect(key('/collections/cups?sort_type=4&page_num=2')).toBe('/collections/cups?sort_type=4&page_num=2');
    expect(key('/?a=1&b=2')).toBe('/');
  });

  it('takes values that mean nothing as absent', () => {
    expect(key('/collections/cups?page_num=1&sort_type=9')).toBe('/collections/cups');
    expect(key('/collections/cups?page_num=-3')).toBe('/collections/cups');
    expect(key('/products/mug?variant=1e9')).toBe('/products/mug');
  });

  it('reads the page of a list by either name, however far it is beyond the last [R93]', () => {
    expect(key('/collections/cups?page=2')).toBe('/collections/cups?page_num=2');
    expect(key('/blogs?page=3&page_num=2')).toBe('/blogs?page_num=2');
    expect(key('/collections/cups?page=x')).toBe('/collections/cups');
    const far = key('/collections/cups?page_num=99999999999');
    expect(resolveCacheKey(far, { status: 200, root: '', names: { lastPage: 3 } })).toBe('/404');
  });

  it('takes a trailing slash as none', () => {
    expect(key('/blogs/')).toBe(key('/blogs'));
    expect(key('/')).toBe('/');
  });

  it('keeps neither search nor redirects worked out from the query', () => {
    expect(key('/search?q=mug')).toBe('unstored');
    expect(key('/detail?url=mug')).toBe('unstored');
    expect(key('/collections?url=cups')).toBe('unstored');
    expect(key('/collections')).toBe('/collections');
  });

  it.each([
    '/cart',
    '/login',
    '/register',
    '/user-info',
    '/fulfillment',
    '/pay/result',
    '/1/checkouts',
    '/1/checkouts/abc',
  ])('takes %s as private', (path) => expect(key(path)).toBe('private'));

  it.each(
    pageRoutes
      .filter(({ cache, type }) => cache === 'private' && type !== null)
      .map(({ path }) => path.replace('[shop_id]', '5').replace('[token]', 'abc')),
  )('takes %s as private however it is spelled, and asks for it in one spelling', (path) => {
    const at = path.lastIndexOf('/') + 1;
    for (const place of [1, at, at + 1]) {
      const code = path.charCodeAt(place).toString(16);
      for (const sign of ['%', '%25', '%2525']) {
        const spelled = path.slice(0, place) + sign + code + path.slice(place + 1);
        for (const prefix of ['', '/de', '/%64e']) {
          const decision = { kind: 'private', path: prefix ? `/de${path}` : path };
          expect(decide(prefix + spelled), prefix + spelled).toEqual(decision);
        }
      }
    }
    expect(decide(path.replaceAll('/', '//').replace('/', ''))).toEqual({ kind: 'private', path });
  });

  it('takes every path of the admin as one private application without a language (admin)', () => {
    for (const path of ['/admin', '/admin/login', '/admin/orders/A-1/show'])
      expect(decide(path), path).toEqual({ kind: 'private', path });
    expect(decide('/administrator').kind).toBe('unknown');
    expect(decide('/de/admin').kind).toBe('unknown');
  });

  it('keeps every spelling of a page under one key, which asks for the same page', () => {
    expect(key('/pro%64ucts/m%75g')).toBe('/products/mug');
    expect(key('/products/%256dug?variant=2')).toBe('/products/mug?variant=2');
    expect(key('/products/b%c3%bcgel')).toBe('/products/b%C3%BCgel');
    expect(key('/products/bügel')).toBe('/products/b%C3%BCgel');
    for (const path of ['/products/b%C3%BCgel', '/products/a%2Fb', '/products/100%25', '/products/a%20b']) {
      expect(key(path)).toBe(path);
    }
    expect(decide('/se%61rch?q=mug')).toEqual({ kind: 'unstored', path: '/search' });
  });

  it('expects no page where an address cannot be decoded, or would name another page once it is', () => {
    const address = (pathname: string) => ({ pathname, search: '', searchParams: new URLSearchParams() });
    for (const path of ['/%E0%A4', '/%252e%252e/cart', '/products/%252e', `/${'%25'.repeat(12)}63art`]) {
      expect(decideRoute(address(path)), path).toEqual({ kind: 'unknown', key: '/404' });
    }
    // Paths are decoded as often as Astro decodes them.
    expect(decideRoute(address(`/%${'25'.repeat(9)}63art`)).kind).toBe('private');
    expect(decideRoute(address(`/%${'25'.repeat(30)}63art`)).kind).toBe('unknown');
    expect(decide('/1%2Fcheckouts').kind).toBe('unknown');
  });

  it('answers all that is no page by one page of its language', () => {
    for (const path of ['/nothing', '/abc/checkouts/token', '/products/mug/more'])
      expect(decide(`/de${path}`), path).toEqual({ kind: 'unknown', key: '/de/404' });
  });

  it('answers a query that says nothing new by the page without it', () => {
    const plain = (names: object, status = 200) => ({ status, root: '/de', names });
    const product = plain({ variants: [7, 8] });
    expect(resolveCacheKey('/de/products/mug?variant=8', product)).toBe('/de/products/mug?variant=8');
    expect(resolveCacheKey('/de/products/mug?variant=9', product)).toBe('/de/products/mug');
    const list = plain({ lastPage: 3 });
    expect(resolveCacheKey('/de/collections/cups?map_id=5', list)).toBe('/de/collections/cups');
    expect(resolveCacheKey('/de/collections/cups?map_id=5&sort_type=4&page_num=3', list)).toBe(
      '/de/collections/cups?sort_type=4&page_num=3',
    );
    expect(resolveCacheKey('/de/collections/cups?sort_type=4&page_num=4', list)).toBe('/de/404');
    // A page without names does not restrict its query.
    expect(resolveCacheKey('/products/mug?variant=9', plain({}))).toBe('/products/mug?variant=9');
    expect(resolveCacheKey('/products/mug?variant=9', plain({}, 404))).toBe('/products/mug');
    // `map_id` finds a collection whose handle has changed; a redirect keeps the query.
    expect(resolveCacheKey('/collections/old?map_id=5', plain({}, 404))).toBe('/collections/old?map_id=5');
    expect(resolveCacheKey('/products/old?variant=9', plain({}, 301))).toBe('/products/old?variant=9');
  });

  it('tells an address that is no page from one that is', () => {
    expect(decide('/nothing/here/')).toEqual({ kind: 'unknown', key: '/404' });
    expect(decide('/theme-0123456789ab.css').kind).toBe('shared');
    expect(decide('/themes-0.css').kind).toBe('unknown');
    expect(decide('/texts-de-0123456789ab.json').kind).toBe('shared');
  });

  it('is told by one table, which names each page of src/pages as its file does', () => {
    const pages = readdirSync('src/pages', { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:astro|ts)$/.test(file))
      .map((file) => `/${file.replace(/(?:(?:^|\/)index)?\.(?:astro|ts)$/, '')}`);
    expect(pageRoutes.map((row) => row.path).sort()).toEqual(pages.sort());
  });

  it('knows what links to a product, a list, an article, a promotion and a page as such', () => {
    const links = [productPath, collectionPath, articlePath, promotionPath, pagePath].map((path) =>
      path('x'),
    );
    expect(links.map((link) => findPageRoute(link)?.type)).toEqual([
      'detail',
      'collections',
      'blogs',
      'promotions',
      'customize',
    ]);
  });
});
