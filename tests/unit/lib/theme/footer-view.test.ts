import { describe, expect, test } from 'vitest';
import { footerConfig, menuItem } from '#lib/contract/wire-theme.ts';
import { footerClasses, footerColumns, footerLinks, socialLinks } from '#lib/theme/footer-view.ts';

const shop = 'https://marram.example';
const config = (fields: object = {}) => footerConfig.parse(fields);
const menu = (menuId: number, more: object = {}) => ({ type: 'menu', menuId, ...more });
const menusData = [1, 2, 3, 4, 5].map((id) => ({
  id,
  title: `Menu ${id}`,
  menuList: [menuItem.parse({ id: 10 * id, name: `Link ${id}`, type: 3, url: 'table', value: 4 })],
}));
const columns = (menus: object[], fields: object = {}) =>
  footerColumns({ ...config({ menus, ...fields }), menusData }, shop);

describe('footer columns', () => {
  test('shows at most four menus, in layout order [FTR-02, FTR-03]', () => {
    const shown = columns([5, 1, 2, 3, 4].map((id) => menu(id)));
    expect(shown.map(({ title }) => title)).toEqual(['Menu 5', 'Menu 1', 'Menu 2', 'Menu 3']);
  });
  test('shows one sign-up besides four menus [FTR-02, FTR-06]', () => {
    const shown = columns([menu(1), { type: 'email' }, menu(2), menu(3), { type: 'email' }, menu(4)]);
    expect(shown.map(({ kind }) => kind)).toEqual(['menu', 'email', 'menu', 'menu', 'menu']);
  });
  test('renders the menu of menuId with its links and title [FTR-04, FTR-11, FTR-13]', () => {
    expect(columns([menu(2)])).toEqual([
      {
        kind: 'menu',
        position: 1,
        title: 'Menu 2',
        text: '',
        tip: '',
        links: [{ name: 'Link 2', href: '/collections/table?map_id=4', isOutside: false }],
      },
    ]);
    expect(columns([menu(2, { title: 'Own' })])[0]?.title).toBe('Own');
  });
  test('the sign-up has title, main text and tip [FTR-12, FTR-13]', () => {
    const [own] = columns([{ type: 'email', title: 'Letter', main: 'Seldom', tip: 'Your mail' }]);
    expect(own).toMatchObject({ title: 'Letter', text: 'Seldom', tip: 'Your mail', links: [] });
  });
  test('what the sign-up does not say is said by the subscribe block [FTR-14]', () => {
    const subscribe = { title: 'Block', main: 'Words' };
    expect(columns([{ type: 'email' }], { subscribe })[0]).toMatchObject({ title: 'Block', text: 'Words' });
    const hidden = columns([{ type: 'email' }], { subscribe: { ...subscribe, showTitle: false } });
    expect(hidden[0]?.title).toBe('');
  });
  test('showTitle off hides the title [FTR-13]', () => {
    expect(columns([menu(1, { showTitle: false, title: 'x' })])[0]?.title).toBe('');
    expect(columns([{ type: 'email', showTitle: false, title: 'x' }])[0]?.title).toBe('');
  });
  test('a menu that is gone leaves no column and takes no place', () => {
    expect(columns([menu(9), menu(1), menu(2), menu(3), menu(4)])).toHaveLength(4);
  });
  test('keeps the place in the layout, by which the sheet knows the width [FTR-03, FTR-13]', () => {
    expect(columns([menu(9), menu(1)])[0]?.position).toBe(2);
  });
  test('a column is a quarter wide unless the layout says otherwise [FTR-03]', () => {
    expect(config({ menus: [menu(1), menu(2, { width: 40 })] }).menus.map(({ width }) => width)).toEqual([
      25, 40,
    ]);
  });
});

describe('footer links', () => {
  test('lead where their type says [FTR-23, FTR-24, FTR-25, FTR-26]', () => {
    const items = [
      { id: 1, name: 'Home', type: 1, url: '/elsewhere' },
      { id: 2, name: 'Mug', type: 2, url: 'tidal-mug' },
      { id: 3, name: 'Table', type: 3, url: 'table', value: 4 },
      { id: 4, name: 'Terms', type: 0, url: '/pages/terms' },
      { id: 5, name: 'Words', type: 0 },
    ].map((item) => menuItem.parse(item));
    expect(footerLinks(items, shop).map(({ href }) => href)).toEqual([
      '/',
      '/products/tidal-mug',
      '/collections/table?map_id=4',
      '/pages/terms',
      '',
    ]);
  });
});

describe('social links', () => {
  test('every named one with an address, with its icon if it has one [FTR-15, FTR-16]', () => {
    const named = {
      facebook: { url: 'https://fb.example/m', imgUrl: '/f.svg' },
      twitter: {},
      youtube: { url: 'https://yt.example' },
    };
    expect(socialLinks(config({ socialLinks: named }))).toEqual([
      { name: 'facebook', url: 'https://fb.example/m', icon: '/f.svg' },
      { name: 'youtube', url: 'https://yt.example', icon: '' },
    ]);
  });
  test('the merchant’s own follow, by the name of their site [FTR-17]', () => {
    const own = [
      { icon: '/m.svg', url: 'https://www.mastodon.example/@marram' },
      { icon: '/n.svg', url: '' },
    ];
    expect(socialLinks(config({ newSocialLinks: own }))).toEqual([
      { name: 'mastodon.example', url: 'https://www.mastodon.example/@marram', icon: '/m.svg' },
    ]);
  });
});

test('style and position are each one class [FTR-18]', () => {
  expect(footerClasses(config())).toEqual(['footer-cols', 'footer-left']);
  expect(footerClasses(config({ footerMenuStyle: 2, footerMenuPosition: 'center' }))).toEqual([
    'footer-rows',
    'footer-center',
  ]);
  expect(footerClasses(config({ footerMenuPosition: 'right' }))).toContain('footer-right');
});
