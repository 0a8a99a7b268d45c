import { describe, expect, test } from 'vitest';
import type { PageType } from '#lib/pages/page-routes.ts';
import { pageType } from '#lib/pages/page-type.ts';

describe('page types', () => {
  // The titles are written out: the list of requirements without a test is built from them.
  const cases: [title: string, path: string, type: PageType][] = [
    ['/ is home [NAV-01]', '/', 'home'],
    ['/fulfillment is logistics [NAV-03]', '/fulfillment', 'logistics'],
    ['/user-info is info [NAV-04]', '/user-info', 'info'],
    ['/login is login [NAV-05]', '/login', 'login'],
    ['/register is register [NAV-06]', '/register', 'register'],
    ['/reset-pwd is reset-pwd [NAV-07]', '/reset-pwd', 'reset-pwd'],
    ['/search is search [NAV-08]', '/search', 'search'],
    ['/forgot is forgot [NAV-09]', '/forgot', 'forgot'],
    ['/cart is cart [NAV-10]', '/cart', 'cart'],
    ['/nowhere is 404 [NAV-11]', '/nowhere', '404'],
    ['/500 is 500 [NAV-12]', '/500', '500'],
    ['/products/tidal-mug is detail [NAV-13]', '/products/tidal-mug', 'detail'],
    ['/collections/table is collections [NAV-14]', '/collections/table', 'collections'],
    ['/blogs/ is blogs [NAV-15]', '/blogs/', 'blogs'],
    ['/promotions/autumn is promotions [NAV-16]', '/promotions/autumn', 'promotions'],
    ['/1/checkouts/abc is checkouts [NAV-17]', '/1/checkouts/abc', 'checkouts'],
    ['/pay/result is pay-result [NAV-18]', '/pay/result', 'pay-result'],
    ['/pages/about is customize [NAV-19]', '/pages/about', 'customize'],
    ['/forbidden is forbidden [NAV-22]', '/forbidden', 'forbidden'],
  ];
  for (const [title, path, type] of cases) {
    test(title, () => expect(pageType(path)).toBe(type));
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

  test('the types that header and tracking know are pages of the shop [NAV-21]', () => {
    const shopping = ['home', 'detail', 'collections', 'promotions', 'search', 'customize', 'cart'];
    const types = cases.map(([, path]) => pageType(path) as string);
    expect(types).toEqual(
      expect.arrayContaining([...shopping, 'checkouts', 'pay-result', 'info', 'register', 'login']),
    );
  });
});
