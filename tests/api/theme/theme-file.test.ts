/** Theme files: which ones are rejected and why, and which pages a change of one setting purges. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPageDependencies } from '#server/core/page-dependencies.ts';
import { readEmailShopData, resolveMailLanguage } from '#server/mail/email-shop-data.ts';
import { localApi } from '#server/pages/local-api.ts';
import { applyFolder } from '#server/shop/apply-folder.ts';
import { fileSchemas } from '#server/shop/file-schemas.ts';
import { isDemo } from '../../is-demo.ts';
import { testFolder } from '../catalog/files.ts';
import { createTestShop, type TestShop } from '../harness.ts';

const picture = { file: 'cup.png', alt: 'A cup' };
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Returns a valid theme that uses every type of setting. */
const whole = () => ({
  $schema: './theme.schema.json',
  shop: { name: 'Harbour', lang: 'en', headerMenuId: 1, footerMenuIds: [1] },
  bag: { afterAdd: 'show-bag' },
  tokens: { 'color-accent': '#123456' },
  header: {
    headerStyle: 1,
    headerHeight: 80,
    logoUrl: '/logo.svg',
    logoMobileUrl: { ...picture },
    notice: { contentArr: [{ content: 'Hello', url: '/pages/a' }] },
    menuCustom: { Cups: { popperText: 'New', popperColor: '#fff', textColor: '#000', shapeType: 1 } },
  },
  menus: [
    {
      id: 1,
      title: 'Main',
      menuList: [{ id: 2, name: 'Cups', type: 3, url: 'cups', imgUrl: { ...picture } }],
    },
  ],
  footer: { menus: [{ type: 'menu', menuId: 1, width: 30 }], policyMenuId: 1 },
  models: {
    home: {
      banner1: {
        items: [{ picture: { ...picture }, title: 'Cups', link: '/collections/cups', link_text: 'See' }],
        speed: 4,
      },
      featured_collection_2: { collection_id: 'cups', one_rows_num: 4, rows_num: 1 },
    },
    story: { richText1: { title: 'Since 1902' } },
  },
  trust: { topic_color: '#123456', contents: '[]' },
  currency: {
    default_show_currency: 'USD',
    currencies: [
      {
        currency: 'USD',
        rate: 1,
        is_default: true,
        name: 'Dollar',
        currency_format: {
          decimal_mark: '.',
          thousands_separator: ',',
          symbol: '$',
          format: '${{amount}}',
        },
      },
    ],
  },
  languages: { languages: [{ lang: 'en', name: 'English' }], texts: { en: { buyNow: 'Buy' } } },
  countries: ['US', 'DE'],
});

type Tree = Record<string, unknown>;

/** Returns the theme with other values at paths like `a.0.b`; undefined removes one. */
function changed(values: Record<string, unknown>): Tree {
  const theme: Tree = structuredClone(whole());
  for (const [place, value] of Object.entries(values)) {
    const keys = place.split('.');
    const last = keys.pop()!;
    const target = keys.reduce((here, key) => here[key] as Tree, theme);
    if (value === undefined) delete target[last];
    else target[last] = value;
  }
  return theme;
}

let shop: TestShop;
let folder: string;

function write(theme: unknown): void {
  writeFileSync(join(folder, 'theme.json'), typeof theme === 'string' ? theme : JSON.stringify(theme));
}
const apply = () => applyFolder(shop.services, folder);
const state = async () => ({
  settings: await shop.db.read.selectFrom('settings').selectAll().orderBy('key').execute(),
  purges: await shop.db.read.selectFrom('purges').selectAll().orderBy('id').execute(),
  collections: await shop.db.read.selectFrom('collections').selectAll().execute(),
});

beforeAll(async () => {
  shop = await createTestShop();
  folder = testFolder();
  writeFileSync(join(folder, 'collections.json'), '[{"handle": "cups", "title": "Cups"}]');

  mkdirSync(join(folder, 'media'));
  writeFileSync(join(folder, 'media', 'cup.png'), Buffer.from(pixel, 'base64'));
  write(whole());
  await apply();
});

describe('a spoiled theme file is refused by path and reason, and changes nothing', () => {
  /** Path, invalid value and expected error; the error starts with the path unless it is given in full. */
  const spoiled: [place: string, value: unknown, reason: string][] = [
    ['heder', {}, ' is not a setting of theme.json; did you mean "header"?'],
    ['looks', {}, ' is not a setting of theme.json; the settings are shop, '],
    ['shop.name', undefined, ' is missing.'],
    ['shop.headerMenuId', 9, ' must be the id of a menu: there is no menu 9; the menus are 1.'],
    ['shop.checkoutArticleIds', ['terms'], '[0] must be a page handle: there is no page "terms".'],
    ['shop.lang', 'de', ' must be one of the languages; de is not in the list.'],
    ['tokens.color-accent', 'url(//evil)}', ' '],
    ['tokens.Color Accent', '#fff', ' '],
    ['header.headerHeight', '80', ' must be a number.'],
    ['header.headerHeight', 80.5, ' must be a whole number.'],
    ['header.headerHeight', 4000, ' must be at most 2000.'],
    ['header.headerStyle', 3, ' '],
    ['header.isFixed', true, ' is not a known field.'],
    ['header.logoUrl', 'javascript:alert(1)', ' must be a path or an https URL'],
    ['header.notice.contentArr.0.url', '//evil.example', ' must be a path'],
    ['header.menuCustom.Cups.popperColor', 'red;}', ' must be a CSS colour.'],
    ['menus.1', { id: 1, title: 'Twice', menuList: [] }, '.id (id 1) is used twice.'],
    [
      'menus.0.menuList.0.url',
      'plates',
      ' (id 2) must be a collection handle: there is no collection "plates".',
    ],
    ['header.logoMobileUrl.file', 'no.png', 'header.logoMobileUrl: There is no file'],
    ['menus.0.menuList.0.imgUrl.file', 'no.png', 'menus[0].menuList[0].imgUrl (id 2): There is no file'],
    ['footer.menus.0.menuId', 7, ' must be the id of a menu: there is no menu 7; the menus are 1.'],
    ['footer.menus.0.width', 130, ' must be at most 100.'],
    ['models.home.banner', {}, ' must be the name of a section and a number, such as banner1.'],
    ['models.home.header1', { header_style: 4 }, '.header_style '],
    [
      'models.home.footer9',
      { show_pay_icons: true },
      '.show_pay_icons is not a known field; did you mean "show_pay_icon"?',
    ],
    [
      'models.home.footer9',
      { menus: [{ type: 'menu', menuId: 8 }] },
      '.menus[0].menuId must be the id of a menu: there is no menu 8',
    ],
    ['models.home.banner1.items', [], ' must have at least 1 entry.'],
    ['models.home.banner1.speed', 0, ' must be at least 1.'],
    [
      'models.home.banner1.items.0.link_text',
      'x'.repeat(61),
      ' (title "Cups") must have at most 60 characters.',
    ],
    [
      'models.home.banner1.items.0.link_txt',
      'See',
      ' (title "Cups") is not a known field; did you mean "link_text"?',
    ],
    [
      'models.home.banner1.items.0.picture.file',
      '../../x',
      'models.home.banner1.items[0].picture (title "Cups"): ',
    ],
    ['models.home.banner1.items.0.picture.size', 3, ' (title "Cups") is not a known field.'],
    ['models.home.featured_collection_2.one_rows_num', 12, ' must be at most 6.'],
    [
      'models.home.featured_collection_2.collection_id',
      'plates',
      ' must be a collection handle: there is no collection "plates"',
    ],
    ['trust.contents', '{}', ' must be a text that contains a JSON list of badges.'],
    ['currency.default_show_currency', 'EUR', ' must be one of the currencies; EUR is not in the list.'],
    [
      'currency.currencies.0.is_default',
      false,
      'currency.currencies must have exactly one currency with is_default.',
    ],
    [
      'currency.currencies.1',
      { ...whole().currency.currencies[0], currency: 'EUR' },
      'currency.currencies must have exactly one currency with is_default.',
    ],
    ['currency.currencies.0.rate', 0, ' '],
    ['languages.texts.fr', {}, ' is for a language that the shop does not have.'],
    ['countries.1', 'Germany', ' '],
  ];

  const refused = async (text: string, reason: string) => {
    const before = await state();
    write(text);
    await expect(apply()).rejects.toThrow(`${join(folder, 'theme.json')}: ${reason}`);
    expect(await state()).toEqual(before);
  };

  it.each(spoiled)('%s as %j: %s', async (place, value, reason) => {
    const name = place.replace(/\.(\d+)/g, '[$1]');
    // A valid change in the same file must not be applied either.
    const theme = changed({ 'shop.tagline': 'changed', [place]: value });
    await refused(JSON.stringify(theme), reason.startsWith(place.split('.')[0]!) ? reason : name + reason);
  });
  it('with a menu in the footer that pages would not load', () =>
    refused(
      JSON.stringify(changed({ 'shop.footerMenuIds': [] })),
      'footer.menus[0].menuId must be listed in shop.footerMenuIds: add 1 there.',
    ));
  it('that is no JSON', () => refused('{"shop": ', 'This is not valid JSON'));
  it('that is no object', () => refused('[]', 'The file must be an object of settings.'));
});

it('a section of unknown name is stored by another version only, and getModel passes it on [HOME-07]', async () => {
  const stored = { home: { ...whole().models.home, somethingNew3: { of: 'another version' } } };
  await shop.db.write
    .updateTable('settings')
    .set({ value: JSON.stringify(stored) })
    .where('key', '=', 'models')
    .execute();
  const model = await shop.visitor().data('GET /api/v1/test/getModel');
  expect(model).toHaveProperty('somethingNew3');
  write(whole());
  await apply();
});

it('an image of the media folder is stored as the address of its file, where a logo or menu image is an address [HDR-06]', async () => {
  const { value } = await shop.db.read
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'header')
    .executeTakeFirstOrThrow();
  expect(JSON.parse(value)).toMatchObject({
    logoUrl: '/logo.svg',
    logoMobileUrl: expect.stringMatching(/^\/media\/[0-9a-f]{20}\/1\.webp$/),
  });
});

it('pages of the checkout may be named by their handles, also with the page in the same folder [CHK-18]', async () => {
  mkdirSync(join(folder, 'pages'), { recursive: true });
  writeFileSync(join(folder, 'pages', 'terms.txt'), '---\ntitle: Terms\n---\n<p>As agreed.</p>');
  write(changed({ 'shop.checkoutArticleIds': ['terms'] }));
  expect(await apply()).toEqual(['page terms', 'setting shop: checkoutArticleIds']);
  const { checkoutArticleIds } = await shop.visitor().data('GET /api/v1/storefront/shop');
  const query = { articleIds: checkoutArticleIds.join(',') };
  const listed = await shop.visitor().data('GET /api/v1/checkout/footer', { query });
  expect(JSON.stringify(listed)).toContain('As agreed.');
  write(whole());
  await apply();
});

it('says which settings changed, and in what', async () => {
  write(changed({ 'header.menuHeight': 52, 'models.story.richText1.title': 'Since 1901' }));
  expect(await apply()).toEqual(['setting header: menuHeight', 'setting models: story']);
  write(whole());
  await apply();
});

it('the sections of a page are forgotten when they change, and those of no other page', async () => {
  const tagsOf = async (page: string) => {
    const dependencies = createPageDependencies();
    await localApi(shop.services)('GET /api/v1/test/getModel', { query: { page } }, dependencies);
    return dependencies.tags;
  };
  const pages = [await tagsOf('home'), await tagsOf('story'), await tagsOf('none')];
  const purgedBy = async (values: Record<string, unknown>) => {
    await shop.db.write.deleteFrom('purges').execute();
    write(changed(values));
    await apply();
    const rows = await shop.db.read.selectFrom('purges').select('tag').execute();
    write(whole());
    await apply();
    return pages.map((tags) => rows.some(({ tag }) => tags.has(tag)));
  };
  expect(await purgedBy({ 'models.home.banner1.speed': 7 })).toEqual([true, false, false]);
  expect(await purgedBy({ 'models.none': { richText1: {} } })).toEqual([false, false, true]);
  expect(await purgedBy({ 'models.story': undefined })).toEqual([false, true, false]);
});

describe('the shop’s own language may have a file as any other', () => {
  const words = (texts: object) => {
    mkdirSync(join(folder, 'languages'), { recursive: true });
    writeFileSync(join(folder, 'languages', 'en.json'), JSON.stringify({ name: 'English', texts }));
  };
  const said = async () =>
    (await shop.visitor().data('GET /api/v1/test/getLanguage', { query: { lang: 'en' } })).languageConfig;

  it('its words stand in for the defaults everywhere, what it does not say stays, and pages with the old ones are forgotten', async () => {
    await shop.db.write.deleteFrom('purges').execute();
    words({ shoppingCart: 'Your bag', mailOrderTitle: 'It is yours' });
    expect(await apply()).toEqual(['setting languages: texts']);
    expect(await said()).toMatchObject({ shoppingCart: 'Your bag', delete: 'Delete' });
    const purged = await shop.db.read.selectFrom('purges').select('tag').execute();
    expect(purged).toEqual([{ tag: 'setting:languages' }]);
    const { texts } = resolveMailLanguage(await readEmailShopData(shop.services), '');
    expect([texts.mailOrderTitle, texts.total]).toEqual(['It is yours', 'Total']);
    expect(await apply()).toEqual([]);
  });

  it.each([
    [{ shopingCart: 'Your bag' }, 'Unknown text key "shopingCart"; did you mean "shoppingCart"?'],
    [{ removed: 'Gone' }, '"removed" must have the same placeholders as the default text "{title} removed".'],
  ])('%j is refused by path and reason', async (texts, reason) => {
    const before = await state();
    words(texts);
    await expect(apply()).rejects.toThrow(`${join(folder, 'languages', 'en.json')}: ${reason}`);
    expect(await state()).toEqual(before);
  });
});

it.runIf(isDemo)(
  'the schemas for editors are those of this version, and the demo files name their own',
  () => {
    const file = (name: string) =>
      JSON.parse(readFileSync(fileURLToPath(new URL(`../../../shop/${name}`, import.meta.url)), 'utf8'));
    for (const [name, schema] of Object.entries(fileSchemas))
      expect([name, file(name)]).toEqual([name, JSON.parse(JSON.stringify(schema()))]);
    expect(file('theme.json').$schema).toBe('./theme.schema.json');
    for (const name of [
      ...['synonyms', 'settings', 'holidays'],
      ...['collections', 'promotions', 'popups', 'reviews'],
    ])
      expect(file(`${name}.json`).$schema).toBe(`./${name}.schema.json`);
    expect(file('languages/de.json').$schema).toBe('../language.schema.json');
  },
);
