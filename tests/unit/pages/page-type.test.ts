import { describe, expect, test } from 'vitest';
import { bagPages, type PageType, pageType, trackedPages } from '#lib/page-type.ts';

describe('page types', () => {
  const cases: [string, PageType, string][] = [
    ['/', 'home', 'NAV-01'],
    ['/fulfillment', 'logistics', 'NAV-03'],
    ['/user-info', 'info', 'NAV-04'],
    ['/login', 'login', 'NAV-05'],
    ['/register', 'register', 'NAV-06'],
    ['/reset-pwd', 'reset-pwd', 'NAV-07'],
    ['/search', 'search', 'NAV-08'],
    ['/forgot', 'forgot', 'NAV-09'],
    ['/cart', 'cart', 'NAV-10'],
    ['/nowhere', '404', 'NAV-11'],
    ['/500', '500', 'NAV-12'],
    ['/products/tidal-mug', 'detail', 'NAV-13'],
    ['/collections/table', 'collections', 'NAV-14'],
    ['/blogs/', 'blogs', 'NAV-15'],
    ['/promotions/autumn', 'promotions', 'NAV-16'],
    ['/1/checkouts/abc', 'checkouts', 'NAV-17'],
    ['/pay/result', 'pay-result', 'NAV-18'],
    ['/pages/about', 'customize', 'NAV-19'],
    ['/forbidden', 'forbidden', 'NAV-22'],
  ];
  for (const [path, type, id] of cases) {
    test(`${path} is ${type} [${id}]`, () => expect(pageType(path)).toBe(type));
  }

  test('the page name index is the home page [NAV-01, NAV-02]', () => {
    expect(pageType('/index')).toBe('home');
  });

  test('other addresses of products and collections have their type [COLL-02, COLL-03, COLL-04, NAV-24]', () => {
    expect(pageType('/collection/table')).toBe('collections');
    expect(pageType('/collections')).toBe('collections');
    expect(pageType('/collections/table/products/tidal-mug')).toBe('detail');
    expect(pageType('/detail')).toBe('detail');
  });

  test('one article has the type of the journal [NAV-15, NAV-25]', () => {
    expect(pageType('/blogs/why-we-dip')).toBe('blogs');
    expect(pageType('/blogs')).toBe('blogs');
  });

  test('a checkout is known by its shop number alone [NAV-17]', () => {
    expect(pageType('/12/checkouts')).toBe('checkouts');
    expect(pageType('/x/checkouts')).toBe('404');
    expect(pageType('/1/checkoutsx')).toBe('404');
  });

  test('deeper and empty addresses are no page', () => {
    expect(pageType('/products')).toBe('404');
    expect(pageType('/products/a/b')).toBe('404');
    expect(pageType('/constructor')).toBe('404');
  });

  test('a trailing slash makes no difference', () => {
    expect(pageType('/cart/')).toBe('cart');
    expect(pageType('')).toBe('home');
  });

  test('the bag reacts to nine kinds of page [NAV-20]', () => {
    expect([...bagPages].sort()).toEqual(
      [
        '404',
        'cart',
        'checkouts',
        'collections',
        'customize',
        'detail',
        'home',
        'promotions',
        'search',
      ].sort(),
    );
  });

  test('header and tracking know twelve kinds of page [NAV-21]', () => {
    expect([...trackedPages].sort()).toEqual(
      [
        'home',
        'detail',
        'collections',
        'promotions',
        'checkouts',
        'pay-result',
        'cart',
        'info',
        'register',
        'login',
        'customize',
        'search',
      ].sort(),
    );
  });
});
