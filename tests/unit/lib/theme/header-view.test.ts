import { describe, expect, test } from 'vitest';
import { headerConfig, type MenuItem, menuItem } from '#lib/contract/wire-theme.ts';
import { getHeaderLogo, headerClasses, menuEntries } from '#lib/theme/header-view.ts';

const config = (fields: object = {}) => headerConfig.parse(fields);
const item = (fields: Partial<MenuItem>): MenuItem => menuItem.parse({ id: 1, name: 'Table', ...fields });
const shop = 'https://marram.example';

describe('the header’s variant', () => {
  test('headerStyle 1 puts the logo left [HDR-01, HDR-04]', () => {
    expect(headerClasses(config({ headerStyle: 1 }))).toContain('header-left');
  });
  test('headerStyle 2 puts the logo in the centre [HDR-02, HDR-04]', () => {
    const classes = headerClasses(config({ headerStyle: 2 }));
    expect(classes).toContain('header-centre');
    expect(classes).not.toContain('header-left');
  });
  test('isNewHeader wins over either headerStyle [HDR-03, HDR-04]', () => {
    for (const headerStyle of [1, 2]) {
      const classes = headerClasses(config({ headerStyle, isNewHeader: true }));
      expect(classes[0]).toBe('header-new');
      expect(classes).not.toContain('header-centre');
    }
  });
  test('every other switch is one class, off as well as on [HDR-04, HDR-07]', () => {
    const off = config({ searchStyle: 2, searchMobileStyle: 2 });
    expect(headerClasses(off)).toEqual(['header-left', 'header-list', 'menu-drills']);
    const on = config({
      headerType: 2,
      isFixedHeader: true,
      logoWhiteUrl: '/white.svg',
      isMask: true,
      isColumnsShow: true,
      mobileMenuType: 2,
      searchStyle: 1,
      searchMobileStyle: 1,
    });
    expect(headerClasses(on)).toEqual([
      'header-left',
      'header-over',
      'header-fixed',
      'header-white',
      'header-mask',
      'header-columns',
      'menu-unfolds',
      'search-open-wide',
      'search-open-small',
    ]);
  });
  test('a search that is off is open nowhere [SRCH-21, SRCH-22]', () => {
    const classes = headerClasses(
      config({ searchStyle: 1, searchMobileStyle: 1, toolbar: { isshowSearch: false } }),
    );
    expect(classes.filter((name) => name.startsWith('search-'))).toEqual([]);
  });
  test('a header that never sticks has no use for the white logo [HDR-10]', () => {
    expect(headerClasses(config({ logoWhiteUrl: '/w.svg' }))).not.toContain('header-white');
  });
});

describe('the logo', () => {
  test('each layout shows its own, and the other’s where it has none [HDR-09, HDR-06]', () => {
    const both = getHeaderLogo(
      config({ logoUrl: '/a.svg', logoMobileUrl: '/b.svg', logoAlt: 'Wide', logoMobileAlt: 'Small' }),
      'M',
    );
    expect([both?.wide, both?.small]).toEqual([
      { src: '/a.svg', alt: 'Wide' },
      { src: '/b.svg', alt: 'Small' },
    ]);
    const wide = getHeaderLogo(config({ logoUrl: '/a.svg', logoAlt: 'Wide' }), 'M');
    expect(wide?.small).toEqual({ src: '/a.svg', alt: 'Wide' });
    const small = getHeaderLogo(config({ logoMobileUrl: '/b.svg' }), 'Marram');
    expect(small?.wide).toEqual({ src: '/b.svg', alt: 'Marram' });
  });
  test('there is none without an address [HDR-11]', () => {
    expect(getHeaderLogo(config({ logoWhiteUrl: '/white.svg', logoAlt: 'x' }), 'Marram')).toBeNull();
  });
  test('the white one is kept for the sticky state [HDR-10]', () => {
    expect(getHeaderLogo(config({ logoUrl: '/a.svg', logoWhiteUrl: '/white.svg' }), 'M')?.sticky).toBe(
      '/white.svg',
    );
  });
});

describe('menu entries', () => {
  test('go three levels deep, and deeper items are left out [MENU-01, MENU-02]', () => {
    const deep = item({
      menuList: [item({ name: '2', menuList: [item({ name: '3', menuList: [item({ name: '4' })] })] })],
    });
    const third = menuEntries([deep], {}, shop)[0]?.children[0]?.children[0];
    expect(third?.name).toBe('3');
    expect(third?.children).toEqual([]);
  });
  test('carry their picture and its text [MENU-03, MENU-09]', () => {
    const [withPicture, without] = menuEntries(
      [item({ imgUrl: '/m.webp', imgAlt: 'Mugs' }), item({})],
      {},
      shop,
    );
    expect(withPicture?.picture).toEqual({ src: '/m.webp', alt: 'Mugs' });
    expect(without?.picture).toBeNull();
  });
  test('carry the badge their name has, with its place in the settings [MENU-10, MENU-11]', () => {
    const badges = { Gifts: { popperText: 'New' }, Table: { popperText: 'Sale' } };
    const [table, light] = menuEntries([item({}), item({ name: 'Light' })], badges, shop);
    expect(table?.badge).toEqual({ text: 'Sale', place: 2 });
    expect(light?.badge).toBeNull();
  });
  test('lead where their type says, on every level [MENU-04, MENU-07]', () => {
    const list = [item({ name: 'Mugs', type: 2, url: 'tidal-mug' })];
    const [table] = menuEntries([item({ type: 3, url: 'table', value: 4, menuList: list })], {}, shop);
    expect(table?.href).toBe('/collection/table?map_id=4');
    expect(table?.children[0]?.href).toBe('/products/tidal-mug');
  });
  test('open another site’s page in a window of its own, never the shop’s [MENU-22]', () => {
    const outside = (url: string) => menuEntries([item({ url })], {}, shop)[0]?.isOutside;
    expect(outside('https://track.example/parcel')).toBe(true);
    expect(outside('https://marram.example.evil.example/')).toBe(true);
    expect(outside('https://marram.example/blogs')).toBe(false);
    expect(outside('https://marram.example')).toBe(false);
    expect(outside('/fulfillment')).toBe(false);
    expect(outside('mailto:hello@marram.example')).toBe(false);
  });
});
