/** The shop's theme and texts: every documented field comes back as the merchant set it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { additionalTexts, defaultTexts } from '#lib/messages/default.ts';
import { numericPhonesSchema } from '#server/checkout/countries.ts';
import { createPageDependencies } from '#server/core/page-dependencies.ts';
import { localApi } from '#server/pages/local-api.ts';
import { writeSetting } from '#server/settings/store.ts';
import { type Setting, type SettingKey, settingSchemas } from '#server/theme/settings.ts';
import type { Visitor } from '../harness/visitor.ts';
import { createTestShop, type TestShop } from '../harness.ts';

const english = { ...defaultTexts, ...additionalTexts };

let shop: TestShop;
let visitor: Visitor;
beforeAll(async () => {
  shop = await createTestShop();
  visitor = shop.visitor();
});

function save<Key extends SettingKey>(key: Key, value: Setting<Key>): Promise<void> {
  const schema = settingSchemas[key] as never;
  return shop.db.transaction((trx) => writeSetting(trx, key, schema, value as never, shop.clock.now()));
}

/** Returns a menu item with every field, none at its default. */
const item = (id: number, level: number, menuList: object[] = []) => ({
  id,
  name: `Item ${id}`,
  type: 3,
  value: 40 + id,
  url: `group-${id}`,
  value_name: `Group ${id}`,
  current: true,
  level,
  imgUrl: `/media/${id}.png`,
  imgAlt: `Picture ${id}`,
  menuList,
});
const menu = (id: number) => ({
  id,
  title: `Menu ${id}`,
  menuList: [item(10 * id, 0, [item(10 * id + 1, 1, [item(10 * id + 2, 2)])])],
});

describe('the header', () => {
  const header = {
    mobileMenuType: 2,
    isNewHeader: true,
    headerStyle: 2,
    headerType: 2,
    headerHeight: 91,
    menuHeight: 47,
    headerMobileHeight: 61,
    logoUrl: '/logo.svg',
    logoMobileUrl: '/logo-small.svg',
    logoWhiteUrl: '/logo-white.svg',
    logoAlt: 'Harbour',
    logoMobileAlt: 'Harbour, small',
    logoWidth: 133,
    logoMobileWidth: 77,
    isFixedHeader: true,
    isMask: true,
    searchStyle: 1,
    searchMobileStyle: 1,
    isColumnsShow: true,
    toolbar: { isshowSearch: false },
    showNotice: true,
    onlyHomepage: true,
    noticeEverywhere: true,
    notice: { contentArr: [{ content: 'Free shipping', url: '/pages/shipping' }] },
    bgColor: '#010203',
    fontColor: '#fdfeff',
    menuCustom: {
      'Item 10': { popperText: 'New', popperColor: '#aa0000', textColor: '#ffffff', shapeType: 1 },
    },
  } as const;

  it('comes with every field as set, its badges, and the menu asked for [API-108, HDR-04, HDR-07, HDR-08, HDR-38, MENU-03, MENU-10]', async () => {
    await save('header', structuredClone(header) as never);
    await save('menus', [menu(1), menu(2)] as never);
    expect(await visitor.data('GET /api/v1/test/getHeader', { query: { menuId: 1 } })).toEqual({
      ...header,
      menu: menu(1).menuList,
    });
    const other = await visitor.data('GET /api/v1/test/getHeader', { query: { menuId: '2' } });
    expect(other.menu).toEqual(menu(2).menuList);
  });

  it.each([9, '', 'x', -1])('has no menu where %j names none', async (menuId) => {
    const { menu: none, headerHeight } = await visitor.data('GET /api/v1/test/getHeader', {
      query: { menuId: menuId as never },
    });
    expect([none, headerHeight]).toEqual([[], 91]);
  });
});

describe('the footer', () => {
  const footer = {
    menus: [
      { menuId: 2, type: 'menu', width: 40, title: 'Shop', main: '', showTitle: false, tip: '' },
      {
        menuId: 0,
        type: 'email',
        width: 20,
        title: 'Letters',
        main: 'Once a month.',
        showTitle: true,
        tip: 'E-mail',
      },
    ],
    subscribe: { showTitle: false, title: 'Write to me', main: 'Seldom.' },
    socialLinks: Object.fromEntries(
      ['facebook', 'youtube', 'instagram', 'twitter', 'pinterest'].map((name) => [
        name,
        { url: `https://${name}.test/harbour`, imgUrl: `/media/${name}.svg` },
      ]),
    ),
    newSocialLinks: [{ icon: '/media/new.svg', url: 'https://new.test/harbour' }],
    showPayIcon: true,
    footerMenuStyle: 2,
    footerMenuPosition: 'right',
    copyRightText: '© Harbour',
    showRightSwitch: true,
    policyMenuId: 3,
  } as const;

  it('comes with every field as set and the menus of ids in that order [API-109, FTR-11, FTR-12, FTR-14, FTR-15, FTR-18, FTR-22]', async () => {
    await save('footer', structuredClone(footer) as never);
    await save('menus', [menu(1), menu(2), menu(3)] as never);
    const answer = await visitor.data('GET /api/v1/test/getFooter', { query: { ids: '3,1' } });
    expect(answer).toEqual({ ...footer, menusData: [menu(3), menu(1)] });
  });

  it('leaves out ids that no menu has, and reads an empty or broken list as none', async () => {
    for (const [ids, found] of [
      ['9,2,x', [2]],
      ['', []],
      [',,-1,1.5', []],
    ] as const) {
      const { menusData } = await visitor.data('GET /api/v1/test/getFooter', { query: { ids } });
      expect(menusData.map(({ id }) => id)).toEqual(found);
    }
  });
});

describe('the model of a page', () => {
  const home = {
    header1: {},
    featuredCollection2: { collectionId: 7, one_rows_num: 4, rowsNum: 2, items: [{ url: '/a' }] },
    footer9: { menus: [1], socialLinks: {}, showPayIcon: true },
  };
  const story = { richText1: { content: '<p>Since 1902.</p>' } };

  it('is the home page’s sections by numbered name with their fields, or those of the page named [API-107, HOME-05]', async () => {
    await save('models', { home, story });
    const model = (query?: { page: string }) => visitor.data('GET /api/v1/test/getModel', { query });
    expect(await model()).toEqual(home);
    expect(await model({ page: 'story' })).toEqual(story);
    for (const page of ['nothing', 'constructor', '__proto__']) expect(await model({ page })).toEqual({});
  });
});

describe('currencies', () => {
  const format = (symbol: string) => ({
    decimal_mark: ',',
    thousands_separator: '.',
    symbol,
    format: `{{amount}} ${symbol}`,
  });
  const currency = {
    round_integer: true,
    default_show_currency: 'EUR',
    currencies: [
      {
        currency: 'USD',
        rate: 1,
        is_default: true,
        name: 'Dollar',
        flag: '/us.svg',
        currency_format: format('$'),
      },
      {
        currency: 'EUR',
        rate: 0.9,
        is_default: false,
        name: 'Euro',
        flag: '/eu.svg',
        currency_format: format('€'),
      },
    ],
  };

  it('come with their rates and formats as set, US dollars before that [API-093, CUR-02, CUR-03]', async () => {
    const unset = await (await createTestShop()).visitor().data('GET /api/v1/currency');
    expect(unset).toMatchObject({
      default_show_currency: 'USD',
      currencies: [{ currency: 'USD', rate: 1, is_default: true, currency_format: { symbol: '$' } }],
    });
    await save('currency', currency);
    expect(await visitor.data('GET /api/v1/currency')).toEqual(currency);
  });
});

describe('texts of a language', () => {
  const languages = {
    languages: [
      { lang: 'en', name: 'English' },
      { lang: 'de', name: 'Deutsch' },
    ],
    texts: { de: { buyNow: 'Jetzt kaufen', soldOut: 'ausverkauft', own: 'Eigenes' } },
    widget: '#translate',
  };
  const texts = (lang: string) => visitor.data('GET /api/v1/test/getLanguage', { query: { lang } });

  it('are the merchant’s, and the defaults where he has none [API-099, I18N-01, I18N-02]', async () => {
    await save('languages', languages);
    const german = { ...english, ...languages.texts.de };
    expect(await texts('de')).toEqual({
      languageConfig: german,
      languages: languages.languages,
      widget: '#translate',
    });
  });

  it('of a language that the shop has not are the defaults', async () => {
    for (const lang of ['fr', '', '__proto__']) expect((await texts(lang)).languageConfig).toEqual(english);
  });

  it('have a default for each whose wording the documents leave open, replaced by the language’s [ERR-04, I18N-07, I18N-08]', async () => {
    expect((await texts('en')).languageConfig).toMatchObject({
      invalidEmailMsg: 'Please enter a valid email address',
      subscribeSuccessMsg: 'Thank you for subscribing!',
      purchaseMaxItemsMsg: 'Your shopping cart can hold at most 99 items',
      copySuccess: 'Copied Successfully',
    });
    const de = {
      invalidEmailMsg: 'Das ist keine Adresse',
      subscribeSuccessMsg: 'Danke!',
      purchaseMaxItemsMsg: 'Mehr als 99 passen nicht hinein',
      copySuccess: 'Kopiert',
    };
    await save('languages', { ...languages, texts: { de } });
    expect((await texts('de')).languageConfig).toMatchObject(de);
  });
});

describe('countries', () => {
  it('are those the shop ships to, with provinces, calling code and postal code, by name [API-090]', async () => {
    await save('countries', ['US', 'DE', 'HK']);
    const countries = await visitor.data('GET /api/v2/country');
    expect(countries.map(({ code, name, phone_code }) => [code, name, phone_code])).toEqual([
      ['DE', 'Germany', '+49'],
      ['HK', 'Hong Kong SAR China', '+852'],
      ['US', 'United States', '+1'],
    ]);
    const [germany, hongKong, states] = countries;
    // 50 states, the District of Columbia, three of the military, eight territories and freely associated states.
    expect(states?.provinces).toHaveLength(62);
    expect(states?.provinces).toContainEqual({ code: 'OR', name: 'Oregon' });
    expect([germany?.provinces, germany?.zip_required, hongKong?.zip_required]).toEqual([[], true, false]);
    expect(countries.some((country) => 'phone_numeric' in country)).toBe(false);
  });

  it('say where phone numbers are digits alone [VAL-10]', async () => {
    const codes = ['US', 'HK'];
    await save('countries', codes);
    await shop.db.transaction((trx) => writeSetting(trx, 'numericPhones', numericPhonesSchema, ['HK'], 0));
    const countries = await visitor.data('GET /api/v2/country');
    expect(countries.map(({ code, phone_numeric }) => [code, phone_numeric])).toEqual([
      ['HK', true],
      ['US', undefined],
    ]);
  });
});

it('a page made from a setting is forgotten when the setting changes', async () => {
  const reads = {
    'setting:header': 'GET /api/v1/test/getHeader',
    'setting:footer': 'GET /api/v1/test/getFooter',
    'setting:models:home': 'GET /api/v1/test/getModel',
    'setting:currency': 'GET /api/v1/currency',
    'setting:languages': 'GET /api/v1/test/getLanguage',
    'setting:countries': 'GET /api/v2/country',
  } as const;
  for (const [tag, key] of Object.entries(reads)) {
    const dependencies = createPageDependencies();
    await localApi(shop.services)(key, { query: {} } as never, dependencies);
    expect([...dependencies.tags]).toContain(tag);
  }
});
