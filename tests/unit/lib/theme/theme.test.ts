import { describe, expect, test } from 'vitest';
import { headerConfig, type MenuItem, menuItem } from '#lib/contract/wire-theme.ts';
import { isCurrentLink } from '#lib/theme/current-link.ts';
import { readHeaderFooterOverrides } from '#lib/theme/header-footer-overrides.ts';
import { showsNotice } from '#lib/theme/header-view.ts';
import { menuLink } from '#lib/theme/menu-link.ts';
import { parsePageModel } from '#lib/theme/page-model.ts';
import { getTrustPanelState, trustBadges } from '#lib/theme/trust.ts';
import { settingSchemas } from '#server/theme/settings.ts';
import { themeCss, themeHash } from '#server/theme/tagged-settings.ts';

const item = (fields: Partial<MenuItem>) => menuItem.parse({ id: 1, name: 'x', ...fields });

describe('menu links', () => {
  test('type 1 leads home [MENU-05, FTR-23]', () => {
    expect(menuLink(item({ type: 1 }), 'header')).toBe('/');
    expect(menuLink(item({ type: 1 }), 'footer')).toBe('/');
  });
  test('type 2 leads to the product [MENU-06, FTR-24, NAV-23]', () => {
    expect(menuLink(item({ type: 2, url: 'tidal-mug' }), 'header')).toBe('/products/tidal-mug');
    expect(menuLink(item({ type: 2, url: 'tidal-mug' }), 'footer')).toBe('/products/tidal-mug');
  });
  test('type 3 leads to the collection, in the header by /collection [MENU-07]', () => {
    expect(menuLink(item({ type: 3, url: 'table', value: 4 }), 'header')).toBe('/collection/table?map_id=4');
  });
  test('type 3 leads to the collection, in the footer by /collections [FTR-25]', () => {
    expect(menuLink(item({ type: 3, url: 'table', value: 4 }), 'footer')).toBe('/collections/table?map_id=4');
  });
  test('any other type leads to its url, or nowhere [MENU-24, FTR-26]', () => {
    expect(menuLink(item({ type: 9, url: '/blogs' }), 'header')).toBe('/blogs');
    expect(menuLink(item({ type: 9 }), 'header')).toBe('');
    expect(menuLink(item({ type: 9, url: '/pages/terms' }), 'footer')).toBe('/pages/terms');
  });
  test('a link to the current page is known in either form of a collection’s address [MENU-08]', () => {
    expect(isCurrentLink('/collection/table?map_id=4', '/collections/table')).toBe(true);
    expect(isCurrentLink('/collection/table?map_id=4', '/collections/light')).toBe(false);
    expect(isCurrentLink('https://elsewhere.example/blogs', '/blogs')).toBe(false);
  });
});

describe('notice bar', () => {
  const on = { showNotice: true, onlyHomepage: true, noticeEverywhere: true };
  test('needs showNotice everywhere [HDR-25]', () => {
    expect(showsNotice({ ...on, showNotice: false }, 'home')).toBe(false);
    expect(showsNotice({ ...on, showNotice: false }, 'detail')).toBe(false);
  });
  test('stands on the home page only with onlyHomepage [HDR-26]', () => {
    expect(showsNotice(on, 'home')).toBe(true);
    expect(showsNotice({ ...on, onlyHomepage: false }, 'home')).toBe(false);
  });
  test('stands elsewhere without onlyHomepage, or everywhere by noticeEverywhere', () => {
    expect(showsNotice({ ...on, noticeEverywhere: false }, 'detail')).toBe(false);
    expect(showsNotice({ ...on, onlyHomepage: false, noticeEverywhere: false }, 'detail')).toBe(true);
    expect(showsNotice(on, 'detail')).toBe(true);
  });
});

describe('page model', () => {
  test('splits keys into name and number and sorts by number [HOME-02, HOME-03]', () => {
    const sections = parsePageModel({ richText10: {}, banner2: {}, collections_1: {}, imageText2: {} });
    expect(sections.map(({ name, number }) => `${name} ${number}`)).toEqual([
      'collections 1',
      'banner 2',
      'imageText 2',
      'richText 10',
    ]);
  });
  test('turns snake_case into camelCase at every depth [HOME-04]', () => {
    const [section] = parsePageModel({
      featured_collection1: { one_rows_num: 4, items: [{ collection_id: 2 }] },
    });
    expect(section).toEqual({
      name: 'featuredCollection',
      number: 1,
      fields: { oneRowsNum: 4, items: [{ collectionId: 2 }] },
    });
  });
  test('leaves out keys that are no section', () => {
    expect(parsePageModel({ banner: {}, '1': {}, 'a b1': {} })).toEqual([]);
  });
});

describe('trust panel', () => {
  const contents = (badges: unknown) => ({ contents: JSON.stringify(badges) });
  test('shows only visible entries, and nothing for unreadable contents [TRUST-07]', () => {
    const badges = [
      { title: 'A', visible: true, items: [] },
      { title: 'B', visible: false, items: [] },
    ];
    expect(trustBadges(contents(badges), '').map(({ title }) => title)).toEqual(['A']);
    expect(trustBadges({ contents: '{nope' }, '')).toEqual([]);
    expect(trustBadges(contents('x'), '')).toEqual([]);
  });
  test('puts the shop’s address into texts [TRUST-03]', () => {
    const [badge] = trustBadges(
      contents([{ visible: 1, items: [{ content: 'See {shop_url}/x' }] }]),
      'https://s',
    );
    expect(badge?.items[0]?.text).toBe('See https://s/x');
  });
  test('makes links of the addresses in texts, the shop’s own as paths', () => {
    const content = 'Details at {shop_url}/pages/returns. Or https://a.example/b?c=d, by post; http://x';
    const [badge] = trustBadges(contents([{ visible: 1, items: [{ content }] }]), 'https://s.example');
    expect(badge?.items[0]?.pieces).toEqual([
      { text: 'Details at ', href: '' },
      { text: 's.example/pages/returns', href: '/pages/returns' },
      { text: '. Or ', href: '' },
      { text: 'a.example/b?c=d', href: 'https://a.example/b?c=d' },
      { text: ', by post; ', href: '' },
      { text: 'x', href: 'http://x' },
    ]);
  });
  test('a link may have words of its own; an address among them that is none stays text [TRUST-03]', () => {
    const content =
      '[How returns work]({shop_url}/pages/returns), [by post](https://a.example/b), [x](javascript:y)';
    const [badge] = trustBadges(contents([{ visible: 1, items: [{ content }] }]), 'https://s.example');
    expect(badge?.items[0]?.pieces).toEqual([
      { text: 'How returns work', href: '/pages/returns' },
      { text: ', ', href: '' },
      { text: 'by post', href: 'https://a.example/b' },
      { text: ', [x](javascript:y)', href: '' },
    ]);
  });
  test('a link with words may have brackets in its address [TRUST-03]', () => {
    const content = '[See](https://a.example/x_(y)), [or](https://a.example/(z)w) not';
    const [badge] = trustBadges(contents([{ visible: 1, items: [{ content }] }]), '');
    expect(badge?.items[0]?.pieces).toEqual([
      { text: 'See', href: 'https://a.example/x_(y)' },
      { text: ', ', href: '' },
      { text: 'or', href: 'https://a.example/(z)w' },
      { text: ' not', href: '' },
    ]);
  });
  test('shows no picture from an address that is none', () => {
    const images = ['javascript:run()', '//evil.example/a', '/fine.webp'];
    const item = { titleIcon: 'data:text/html,x', titleIconStatus: 1, imagesStatus: 1, images };
    const [badge] = trustBadges(contents([{ visible: 1, items: [item] }]), '');
    expect([badge?.items[0]?.icon, badge?.items[0]?.images]).toEqual(['', ['/fine.webp']]);
  });
  test('shows icon and images only when switched on [TRUST-04, TRUST-05]', () => {
    const shown = { titleIcon: '/i', images: ['/a'], customImages: ['/b'] };
    const [badge] = trustBadges(
      contents([{ visible: true, items: [shown, { ...shown, titleIconStatus: 1, imagesStatus: 1 }] }]),
      '',
    );
    expect(badge?.items.map(({ icon, images }) => [icon, images])).toEqual([
      ['', []],
      ['/i', ['/a', '/b']],
    ]);
  });
  test('starts open in style 2 [TRUST-10]', () => {
    const config = settingSchemas.trust.parse({ checkout_visible: true, checkout_type: 2 });
    expect(getTrustPanelState(config, 'checkout')).toEqual({ isVisible: true, isOpen: true });
    expect(getTrustPanelState(config, 'product_detail')).toEqual({ isVisible: false, isOpen: false });
  });
});

describe('the merchant’s style sheet', () => {
  const header = settingSchemas.header.parse({ headerHeight: 96, menuCustom: {} });
  const trust = settingSchemas.trust.parse({ topic_color: '#abc' });
  const footer = settingSchemas.footer.parse({ menus: [{ type: 'menu', menuId: 1, width: 40 }] });

  const home = { header: {}, footer: {} };
  test('gives the home page the sizes, colours and columns of its own header and footer [HOME-02]', () => {
    const model = parsePageModel({
      header1: { header_height: 120, bgColor: '#111111', sparkles: 1 },
      header2: { headerHeight: 70 },
      header3: { headerHeight: 'tall', logoWidth: 10 },
      footer9: { menus: [{ type: 'menu', menuId: 4, width: 60 }] },
    });
    const css = themeCss({ tokens: {}, header, footer, trust, home: readHeaderFooterOverrides(model) });
    expect(css.split('\n')).toEqual([
      expect.stringContaining('--header-height:96px'),
      '.footer-column-1{--column-width:40%}',
      ':root[data-page=home]{--header-height:70px;--notice-color:#111111}',
      '[data-page=home] .footer-column-1{--column-width:60%}',
    ]);
    expect(themeCss({ tokens: {}, header, footer, trust, home })).not.toContain('data-page');
  });
  test('carries tokens, heights and column widths [HDR-05, FTR-13]', () => {
    const css = themeCss({ tokens: { 'color-accent': '#123456' }, header, footer, trust, home });
    expect(css).toContain('--color-accent:#123456');
    expect(css).toContain('--header-height:96px');
    expect(css).toContain('.footer-column-1{--column-width:40%}');
  });
  test('badges are square for shapeType 1, otherwise 10 px round [MENU-12, MENU-13]', () => {
    const badge = { popperText: 'New', popperColor: '#fff', textColor: '#000' };
    const menuCustom = { A: { ...badge, shapeType: 1 }, B: { ...badge, shapeType: 2 } };
    const css = themeCss({ tokens: {}, header: { ...header, menuCustom }, footer, trust, home });
    expect(css).toContain('.menu-badge-1{background:#fff;color:#000;border-radius:0px}');
    expect(css).toContain('.menu-badge-2{background:#fff;color:#000;border-radius:10px}');
  });
  test('changes its address with its content', () => {
    expect(themeHash('a')).not.toBe(themeHash('b'));
  });
  test('no setting can leave its declaration', () => {
    for (const value of ['red;}', 'url(//x)}', '</style>', 'expression(1)}{', 'a:b']) {
      expect(settingSchemas.tokens.safeParse({ 'color-ink': value }).success).toBe(false);
      expect(headerConfig.safeParse({ bgColor: value }).success).toBe(false);
    }
  });
  test('links that run scripts are refused', () => {
    const notice = { contentArr: [{ content: 'x', url: 'javascript:alert(1)' }] };
    expect(headerConfig.safeParse({ notice }).success).toBe(false);
    expect(
      headerConfig.safeParse({ notice: { contentArr: [{ content: 'x', url: '//evil' }] } }).success,
    ).toBe(false);
  });
});
