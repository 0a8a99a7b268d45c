import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { articlePath, collectionPath, pagePath, productPath, promotionPath } from '#lib/pages/addresses.ts';
import { pageAt, pageTable } from '#lib/pages/page-table.ts';
import { decideRoute } from '#server/cache/route-rules.ts';

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
    expect(key('/collections/cups?page_num=99999999')).toBe('/collections/cups');
    expect(key('/products/mug?variant=1e9')).toBe('/products/mug');
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

  it('tells an address that is no page from one that is', () => {
    expect(decide('/nothing/here/')).toEqual({ kind: 'unknown', key: '/nothing/here' });
    expect(decide('/theme-0123456789ab.css').kind).toBe('shared');
    expect(decide('/themes-0.css').kind).toBe('unknown');
  });

  it('is told by one table, which names each page of src/pages as its file does', () => {
    const pages = readdirSync('src/pages', { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:astro|ts)$/.test(file))
      .map((file) => `/${file.replace(/(?:(?:^|\/)index)?\.(?:astro|ts)$/, '')}`);
    // The account's pages are still to come; their types are known already (NAV-04 to NAV-09).
    const toCome = ['/login', '/register', '/forgot', '/reset-pwd', '/user-info'];
    expect(pageTable.map((row) => row.path).sort()).toEqual([...pages, ...toCome].sort());
  });

  it('knows what links to a product, a list, an article, a promotion and a page as such', () => {
    const links = [productPath, collectionPath, articlePath, promotionPath, pagePath].map((path) =>
      path('x'),
    );
    expect(links.map((link) => pageAt(link)?.type)).toEqual([
      'detail',
      'collections',
      'blogs',
      'promotions',
      'customize',
    ]);
  });
});
