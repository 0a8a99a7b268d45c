import { describe, expect, test } from 'vitest';
import Header from '#components/Header.astro';
import NoticeBar from '#components/NoticeBar.astro';
import { menuItem } from '#lib/contract/wire-theme.ts';
import { settingSchemas } from '#server/theme/settings.ts';
import { rendered } from './rendered.ts';

const shop = { lang: 'en', name: 'Marram', headerMenuId: 1, footerMenuIds: [], bag: {} };
const item = (id: number, name: string, more: object = {}) =>
  menuItem.parse({ id, name, url: `/${id}`, ...more });

/** Renders a header component with these settings. */
function shown(
  component: Parameters<typeof rendered>[0],
  { header = {}, hasAccounts = false, props = {}, path = '/' },
): Promise<HTMLElement> {
  const answers = {
    'GET /api/v1/storefront/shop': { ...shop, hasAccounts },
    'GET /api/v1/test/getHeader': { ...settingSchemas.header.parse(header), menu: menuOf(header) },
  };
  return rendered(component, props, {}, '', { path, answers });
}
const menuOf = (header: object) => ('menu' in header ? (header.menu as object[]) : []);

describe('the header', () => {
  test('has no logo without an address, one picture for both layouts, or one for each [HDR-09, HDR-11]', async () => {
    const logos = async (header: object) =>
      [...(await shown(Header, { header })).querySelectorAll('.logo img')].map((image) => [
        image.className,
        image.getAttribute('src'),
        image.getAttribute('alt'),
      ]);
    expect(await logos({})).toEqual([]);
    expect(await logos({ logoUrl: '/a.svg' })).toEqual([['', '/a.svg', 'Marram']]);
    const both = { logoUrl: '/a.svg', logoMobileUrl: '/b.svg', logoMobileAlt: 'Small' };
    expect(await logos({ ...both, isFixedHeader: true, logoWhiteUrl: '/w.svg' })).toEqual([
      ['logo-wide', '/a.svg', 'Small'],
      ['logo-small', '/b.svg', 'Small'],
      ['logo-white', '/w.svg', ''],
    ]);
  });

  test('has no search anywhere with isshowSearch off [HDR-24, SRCH-21, SRCH-22]', async () => {
    const search = async (isshowSearch: boolean) =>
      (await shown(Header, { header: { toolbar: { isshowSearch } } })).querySelectorAll(
        '#search, [popovertarget=search], [type=search]',
      ).length;
    expect(await search(true)).toBeGreaterThan(3);
    expect(await search(false)).toBe(0);
  });

  test('takes the focus into the search field only where it opens with the panel [SRCH-05, SRCH-22]', async () => {
    const takesFocus = async (header: object) =>
      (await shown(Header, { header })).querySelector('[type=search]')!.hasAttribute('autofocus');
    expect(await takesFocus({ searchStyle: 2, searchMobileStyle: 2 })).toBe(true);
    expect(await takesFocus({ searchStyle: 1, searchMobileStyle: 2 })).toBe(false);
    expect(await takesFocus({ searchStyle: 2, searchMobileStyle: 1 })).toBe(false);
  });

  test('marks menu entries with the badge of their name, on every level [MENU-11, MENU-12, MENU-13, MENU-17]', async () => {
    const badge = { popperText: 'Sale', popperColor: '#9a4326', textColor: '#fff', shapeType: 1 };
    const header = {
      menu: [item(2, 'Wood'), item(3, 'Table', { menuList: [item(4, 'Linen'), item(5, 'Wood')] })],
      menuCustom: { Linen: { ...badge, popperText: 'New' }, Wood: badge },
    };
    const place = await shown(Header, { header });
    const badges = [...place.querySelectorAll('#menu .menu-badge')].map((one) => [
      one.closest('.menu-link')!.querySelector('span')!.textContent,
      one.className,
      one.textContent,
    ]);
    expect(badges).toEqual([
      ['Wood', 'menu-badge menu-badge-2', 'Sale'],
      ['Linen', 'menu-badge menu-badge-1', 'New'],
      ['Wood', 'menu-badge menu-badge-2', 'Sale'],
    ]);
  });

  test('opens links to other sites in a window of their own and says so [MENU-22]', async () => {
    const header = { menu: [item(2, 'Parcel', { url: 'https://track.example/' }), item(3, 'Journal')] };
    const [outside, own] = (await shown(Header, { header })).querySelectorAll('#menu .menu-link');
    const said = (link: Element) => [
      link.getAttribute('target'),
      link.getAttribute('rel'),
      [...link.children].map((part) => part.textContent),
    ];
    expect(said(outside!)).toEqual(['_blank', 'noopener', ['Parcel', '(opens in a new window)']]);
    expect(said(own!)).toEqual([null, null, ['Journal']]);
  });

  test('has the links of both states of the login in bar and menu, or only the wishlist without accounts [HDR-12, HDR-13, HDR-14, HDR-15, HDR-16, HDR-17, HDR-18]', async () => {
    const links = (place: Element, list: string) =>
      [...place.querySelectorAll(`${list} .header-links li`)]
        .filter((line) => !line.querySelector('[href="/fulfillment"]'))
        .map((line) => [line.className, line.querySelector('a')?.getAttribute('href') ?? 'button']);
    const wishlist = ['', '/wishlist'];
    const both = [
      wishlist,
      ['when-out', '/login'],
      ['when-out', '/register'],
      ['when-in', '/user-info'],
      ['when-in', '/reset-pwd'],
      ['when-in', 'button'],
    ];
    const withAccounts = await shown(Header, { hasAccounts: true });
    expect(links(withAccounts, '.header-tools')).toEqual(both);
    expect(links(withAccounts, '.menu-foot')).toEqual(both);
    const without = await shown(Header, {});
    expect(links(without, '.header-tools')).toEqual([]);
    expect(without.querySelector('.header-tools > a[href="/wishlist"]')).not.toBeNull();
    expect(links(without, '.menu-foot')).toEqual([wishlist]);
  });
});

describe('the notice bar', () => {
  const notice = { contentArr: [{ content: 'Linked', url: '/pages/shipping' }, { content: 'Plain' }] };
  const on = { showNotice: true, onlyHomepage: true, noticeEverywhere: true, notice };
  const isShown = async (header: object, path: string, place: 'top' | 'header') =>
    (await shown(NoticeBar, { header, path, props: { place } })).querySelector('.notice') !== null;

  test('lists its items, each a link where it has an address [HDR-08, HDR-27]', async () => {
    const bar = (await shown(NoticeBar, { header: on, props: { place: 'top' } })).querySelector('aside')!;
    expect(bar.getAttribute('aria-label')).toBe('Notice');
    expect([...bar.querySelectorAll('li')].map((line) => line.innerHTML.trim())).toEqual([
      '<a href="/pages/shipping">Linked</a>',
      'Plain',
    ]);
    // Only a list that scrolls can receive keyboard focus.
    expect(bar.querySelector('ul')!.getAttribute('tabindex')).toBe('0');
    const one = { ...on, notice: { contentArr: [{ content: 'Plain' }] } };
    const single = await shown(NoticeBar, { header: one, props: { place: 'top' } });
    expect(single.querySelector('ul')!.hasAttribute('tabindex')).toBe(false);
  });

  test.each([
    ['/', 'top'],
    ['/products/tidal-mug', 'top'],
    ['/collections/table', 'top'],
    ['/cart', 'top'],
    ['/search', 'header'],
    ['/blogs', 'header'],
    ['/pages/about', 'header'],
  ] as const)('of %s is in one place only: %s [HDR-28]', async (path, place) => {
    expect(await isShown(on, path, 'top')).toBe(place === 'top');
    expect(await isShown(on, path, 'header')).toBe(place === 'header');
  });

  test('is nowhere without showNotice, and on the home page only with onlyHomepage [HDR-25, HDR-26]', async () => {
    expect(await isShown({ ...on, showNotice: false }, '/', 'top')).toBe(false);
    const elsewhere = { ...on, onlyHomepage: false, noticeEverywhere: false };
    expect(await isShown(elsewhere, '/', 'top')).toBe(false);
    expect(await isShown(elsewhere, '/collections/table', 'top')).toBe(true);
  });
});
