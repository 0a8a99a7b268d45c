import { describe, expect, test } from 'vitest';
import { listPath } from '#lib/pages/list-path.ts';
import { canonicalUrl, collectionPath, productPath, sortOptions } from '#lib/pages/paths.ts';

describe('addresses of pages', () => {
  test('a product link is /products/{seoUrl}, escaped [NAV-23]', () => {
    expect(productPath('tidal-mug')).toBe('/products/tidal-mug');
    expect(productPath('a/b?c')).toBe('/products/a%2Fb%3Fc');
  });

  test('a list has one address: what says nothing is left out', () => {
    expect(listPath('/collections/table', {})).toBe('/collections/table');
    expect(listPath('/collections/table', { sortType: 0, pageNum: 1 })).toBe('/collections/table');
    expect(listPath(collectionPath('table'), { sortType: 6, pageNum: 2 })).toBe(
      '/collections/table?sort_type=6&page_num=2',
    );
  });

  test('a search address carries its text encoded', () => {
    expect(listPath('/search', { q: 'oak & ash', pageNum: 3 })).toBe(
      '/search?type=product&q=oak+%26+ash&page_num=3',
    );
  });

  test('canonical addresses stand on the shop’s own origin without a trailing slash', () => {
    expect(canonicalUrl('https://shop.example', '/')).toBe('https://shop.example/');
    expect(canonicalUrl('https://shop.example', '/blogs/')).toBe('https://shop.example/blogs');
    expect(canonicalUrl('https://shop.example', '/collections/table/?page_num=2')).toBe(
      'https://shop.example/collections/table?page_num=2',
    );
  });

  test('the sort control offers every order once', () => {
    expect([...sortOptions].sort()).toEqual([0, 1, 4, 5, 6, 7]);
  });
});
