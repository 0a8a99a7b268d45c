/** `apply` and the first start: what they reject, print and delete. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it, test } from 'vitest';
import { applyFolder } from '#server/shop/apply-folder.ts';
import { ensureShop } from '#server/shop/ensure-shop.ts';
import { insertRow } from '../harness/insert-row.ts';
import { shopCommand } from '../harness/shop-command.ts';
import { createTestShop, type TestShop } from '../harness.ts';
import { testFolder } from './files.ts';
import { promotions, settings, shopFolder, theme, writeFile } from './shop-folder.ts';

async function command(shop: TestShop, args: string[], confirm?: () => Promise<boolean>) {
  const { code, out } = await shopCommand(shop, args, confirm);
  return { code, lines: out.split('\n') };
}

/** Returns all errors of a rejected folder, with paths relative to it. */
async function errorsOf(work: Promise<unknown>, folder: string): Promise<string[]> {
  const error = await work.then(
    () => null,
    (thrown: Error) => thrown,
  );
  return (error?.message ?? '').split('\n').map((line) => line.replaceAll(`${folder}/`, ''));
}

async function smallShop(): Promise<{ shop: TestShop; folder: string }> {
  const shop = await createTestShop();
  const folder = shopFolder();
  await ensureShop(shop.services, folder);
  return { shop, folder };
}

const handles = async (shop: TestShop, table: 'pages' | 'articles' | 'collections' | 'products') =>
  (await shop.db.read.selectFrom(table).select('handle').orderBy('handle').execute()).map(
    ({ handle }) => handle,
  );

/** Returns the theme with other entries in its first menu. */
const withMenu = (...menuList: object[]) => ({ ...theme, menus: [{ id: 1, title: 'Main', menuList }] });

describe('apply', () => {
  it('refuses a folder that does not exist, a file, and a folder of something else [D2]', async () => {
    const shop = await createTestShop();
    const empty = testFolder();
    const missing = await command(shop, ['apply', join(empty, 'nix')]);
    expect(missing.code).toBe(1);
    expect(missing.lines[0]).toMatch(/nix: This folder does not exist\./);
    writeFile(empty, 'notes.txt', 'Hello');
    expect((await command(shop, ['apply', join(empty, 'notes.txt')])).lines[0]).toContain('This is a file.');
    const other = await command(shop, ['apply', empty]);
    expect([other.code, other.lines[0]]).toEqual([1, expect.stringContaining('no store files')]);
  });

  const first = theme.menus[0]!.menuList[0]!;
  test.each<[file: string, content: unknown, error: string]>([
    [
      'theme.json',
      { ...theme, models: { home: { bannr1: {} } } },
      'theme.json: models.home.bannr1 is not a section; did you mean "banner1"?',
    ],
    [
      'theme.json',
      { ...theme, models: { 'About-Us': {} } },
      'theme.json: models.About-Us must be a page handle; did you mean "about-us"?',
    ],
    [
      'theme.json',
      withMenu({ ...first, type: 2, url: 'Mug' }),
      'theme.json: menus[0].menuList[0].url (id 11) must be a product handle: there is no product "Mug"; did you mean "mug"?',
    ],
    [
      'theme.json',
      { ...theme, tokens: { 'colour-acent': '#123456' } },
      'theme.json: tokens.colour-acent is not a design token; did you mean "color-accent"?',
    ],
    [
      'theme.json',
      { ...theme, header: { logoUrl: '/logo.png' } },
      'theme.json: header.logoUrl refers to the file "/logo.png", which is not in public/; did you mean "/logo.svg"?',
    ],
    [
      'theme.json',
      withMenu({ ...first, type: 2, url: 'mugg' }),
      'theme.json: menus[0].menuList[0].url (id 11) must be a product handle: there is no product "mugg"; did you mean "mug"?',
    ],
    [
      'theme.json',
      withMenu({ ...first, url: 'cupss' }),
      'theme.json: menus[0].menuList[0].url (id 11) must be a collection handle: there is no collection "cupss"; did you mean "cups"?',
    ],
    [
      'theme.json',
      withMenu({ id: 16, name: 'A', type: 0, url: '/pages/abuot' }),
      'theme.json: menus[0].menuList[0].url (id 16) must link to an existing page: there is no page "abuot"; did you mean "about"?',
    ],
    [
      'theme.json',
      withMenu({ id: 16, name: 'A', menuList: [{ id: 17, name: 'B', url: '/blogs/openig' }] }),
      'theme.json: menus[0].menuList[0].menuList[0].url (id 17) must link to an existing article: there is no article "openig"; did you mean "opening"?',
    ],
    [
      'theme.json',
      withMenu({ id: 16, name: 'A', url: '/wishlists' }),
      'theme.json: menus[0].menuList[0].url (id 16) must link to an existing page: there is no page "/wishlists"; did you mean "/wishlist"?',
    ],
    [
      'theme.json',
      { ...theme, models: { home: { banner1: { items: [{ picture: { file: 'cpu.png' }, title: 'A' }] } } } },
      'theme.json: models.home.banner1.items[0].picture (title "A"): There is no file "media/cpu.png" in the folder of this file; did you mean "media/cup.png"?',
    ],
    ['setings.json', {}, 'setings.json: Unknown file name; did you mean "settings.json"?'],
    ['pages/about.html', '<p>Hi</p>', 'pages/about.html: Files in pages/ must end in .txt.'],
    ['settings.json', { tips: {} }, 'settings.json: Unknown setting "tips"; did you mean "tip"?'],
    [
      'promotions.json',
      [{ ...promotions[0], range: { collections: ['kups'] } }],
      'promotions.json: [0].range.collections[0] (seo_url "less-for-cups") must be a collection handle: there is no collection "kups"; did you mean "cups"?',
    ],
    [
      'promotions.json',
      [{ ...promotions[1], range: { products: ['muug'] } }],
      'promotions.json: [0].range.products[0] (seo_url "mugs-by-the-pair") must be a product handle: there is no product "muug"; did you mean "mug"?',
    ],
    [
      'popups.json',
      [{ id: 6, type: 6, endTime: '2026-12-24T18:00:00Z' }],
      'popups.json: [0].endTime (id 6) is in the wrong place; move it to "json_config".',
    ],
    [
      'popups.json',
      [{ id: 3, type: 1, json_config: { firstPage: { image: { file: 'cpu.png' } } } }],
      'popups.json: [0].json_config.firstPage.image (id 3): There is no file "media/cpu.png" in the folder of this file; did you mean "media/cup.png"?',
    ],
    [
      'collections.json',
      [{ handle: 'cups', title: 'Cups', tagg: 'Cups' }],
      'collections.json: [0].tagg (handle "cups") is not a known field; did you mean "tag"?',
    ],
    [
      'reviews.json',
      [{ product: 'mugg', date: '2026-02-11', star: 5, nickname: 'A', content: 'B' }],
      'reviews.json: There is no product "mugg"; did you mean "mug"?',
    ],
  ])(
    'refuses in %s a misspelt name, with the one that was surely meant: %j [D5]',
    async (file, content, error) => {
      const { shop, folder } = await smallShop();
      writeFile(folder, file, content);
      expect(await errorsOf(applyFolder(shop.services, folder), folder)).toEqual([error]);
    },
  );

  it('accepts every target that exists: pages of the shop, languages, files, redirects, the web [D5]', async () => {
    const { shop, folder } = await smallShop();
    const urls = [
      ...[
        '',
        '#top',
        'https://example.com',
        'mailto:a@example.com',
        '/',
        '/cart',
        '/search?q=mug',
        '/pages/about/',
      ],
      ...['/products/mug?variant=1', '/collections/cups/products/mug', '/en/pages/about#team', '/logo.svg'],
      ...['/promotions/less-for-cups', '/old-page', '/blogs', '/media/abc/320.webp'],
    ];
    const items = urls.map((url, at) => ({ id: 100 + at, name: 'Link', url }));
    writeFile(folder, 'theme.json', withMenu(...items, { id: 90, name: 'Home', type: 1 }));
    const redirects = [{ from: '/old-page', to: '/pages/about' }];
    writeFile(folder, 'settings.json', { ...settings, redirects });
    expect(await applyFolder(shop.services, folder)).toEqual(['setting menus', 'setting redirects']);
  });

  it('lists everything that is wrong in all files at once, by item and unit [apply-errors]', async () => {
    const { shop, folder } = await smallShop();
    const zone = settings.shipping.zones[0]!;
    const method = { ...zone.methods[0], shipping_amount: 5.5 };
    writeFile(folder, 'settings.json', {
      tip: { enabled: 'perhaps', options: [], custom_allowed: true },
      shipping: { zones: [{ ...zone, methods: [method, { ...method, id: 'dhl', min: '5' }] }] },
      timeZone: 'Berlin',
    });
    writeFile(folder, 'theme.json', {
      ...theme,
      shop: { nmae: 'Harbour', headerMenuId: 9 },
      header: { headerHeight: 'tall', menuHeight: 9000 },
    });
    writeFile(folder, 'promotions.json', [
      { ...promotions[0], rules: { condition: 'amount', min: '10', mode: 'percent', value: 150 } },
      { ...promotions[1], ends_at: 'Sonntag' },
    ]);
    writeFile(folder, 'pages/terms.txt', 'No head');
    writeFile(folder, 'languages/en.json', { name: 'English', texts: { shopingCart: 'Bag', hom: 'Home' } });
    const found = await errorsOf(applyFolder(shop.services, folder), folder);
    const unit = 'must be a whole number, 0 or more, in minor units: 550 means 5.50.';
    expect(found).toEqual([
      'settings.json, "tip": enabled must be true or false.',
      `settings.json, "shipping": zones[0].methods[0].shipping_amount (id "post") ${unit}`,
      expect.stringMatching(
        /^settings\.json, "shipping": zones\[0\]\.methods\[1\]\.min \(id "dhl"\) must be a whole number/,
      ),
      `settings.json, "shipping": zones[0].methods[1].shipping_amount (id "dhl") ${unit}`,
      'settings.json, "timeZone": must be a time zone such as Europe/Berlin.',
      'pages/terms.txt: The first line must be "---", the next one "title: …".',
      expect.stringContaining('languages/en.json: Unknown text key "shopingCart"'),
      expect.stringContaining('languages/en.json: Unknown text key "hom"'),
      'theme.json: shop.name is missing.',
      'theme.json: header.headerHeight must be a number.',
      'theme.json: header.menuHeight must be at most 2000.',
      'promotions.json: [0].rules.min (seo_url "less-for-cups") must be an amount of money: 5.5 means 5.50.',
      'promotions.json: [0].rules.value (seo_url "less-for-cups") must be at most 100.',
      'promotions.json: [1].ends_at (seo_url "mugs-by-the-pair") must be a date and time with a time zone, such as 2026-12-24T18:00:00+01:00.',
    ]);
  });

  it('does not miss what a refused file would have, and lists what is wrong elsewhere [apply-errors]', async () => {
    const { shop, folder } = await smallShop();
    writeFile(folder, 'collections.json', [{ handle: 'plates', titel: 'Plates' }]);
    writeFile(folder, 'pages/about.txt', 'No head');
    writeFile(folder, 'products.csv', 'a,b\n');
    const { menuList } = theme.menus[0]!;
    writeFile(folder, 'theme.json', withMenu(...menuList, { id: 16, name: 'A', type: 0, url: '/wishlists' }));
    expect(await errorsOf(applyFolder(shop.services, folder), folder)).toEqual([
      'collections.json: [0].title (handle "plates") is missing.',
      'collections.json: [0].titel (handle "plates") is not a known field; did you mean "title"?',
      'pages/about.txt: The first line must be "---", the next one "title: …".',
      expect.stringMatching(/^products\.csv: This is not a product file/),
      expect.stringMatching(
        /^theme\.json: .*\(id 16\) must link to an existing page: there is no page "\/wishlists"/,
      ),
    ]);
    const other = await smallShop();
    writeFile(other.folder, 'products.csv', undefined);
    rmSync(join(other.folder, 'products.csv'));
    writeFile(other.folder, 'collections.json', [{ handle: 'cups', titel: 'Cups' }]);
    writeFile(
      other.folder,
      'theme.json',
      withMenu({ id: 16, name: 'A', type: 3, url: 'cupss' }, menuList[0]!),
    );
    expect((await errorsOf(applyFolder(other.shop.services, other.folder), other.folder)).slice(2)).toEqual([
      'theme.json: menus[0].menuList[0].url (id 16) must be a collection handle: there is no collection "cupss"; did you mean "cups"?',
    ]);
  });

  it('says why a product that is in products.csv is none [apply-errors]', async () => {
    const { shop, folder } = await smallShop();
    writeFile(folder, 'products.csv', 'Handle,Title,Variant Price\nmug,Mug,"20,00"\n');
    const [error] = await errorsOf(applyFolder(shop.services, folder), folder);
    expect(error).toMatch(
      /^theme\.json: .*\(id 12\) must be a product handle: the product "mug" of products\.csv cannot be imported: line 2, "Variant Price": "20,00" is not an amount/,
    );
  });

  it('finds the products of products.csv that an import makes, and names its other rows [apply-errors]', async () => {
    const { shop, folder } = await smallShop();
    const head =
      'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Qty,Status';
    // One row of the mug has no handle, and the second row of the bowl comes after another product.
    const rows = ['mug,Mug,Glaze,Sage,M-1,20,3,Active', ',,,Oat,M-2,20,3,', 'mug,,,Ink,M-3,20,3,'];
    const more = [
      'bowl,Bowl,Glaze,Oat,B-1,30,3,Active',
      'cup,Cup,Glaze,Oat,C-1,9,3,Active',
      'bowl,,,Ink,B-2,30,3,',
    ];
    writeFile(folder, 'products.csv', [head, ...rows, ...more].join('\n'));
    const review = (variant: string) => ({
      ...{ product: 'mug', date: '2026-02-11', star: 5, nickname: 'Hanne', content: 'Good.', variant },
    });
    writeFile(folder, 'reviews.json', [review('Sage'), review('Ink')]);
    const { code, lines } = await command(shop, ['apply', folder]);
    expect([code, ...lines]).toEqual([
      0,
      'Warning: products.csv, line 3, "Handle": The row has neither a handle nor a title. Write a handle.',
      'Warning: products.csv, line 7, "Handle": "bowl" also appears earlier in the file. Keep all rows of a product together.',
      'Nothing to change.',
    ]);
  });

  it('prints its plan with --dry-run, and writes nothing, pictures neither [dry-run]', async () => {
    const { shop, folder } = await smallShop();
    const state = async () => ({
      settings: await shop.db.read.selectFrom('settings').selectAll().orderBy('key').execute(),
      pages: await shop.db.read.selectFrom('pages').selectAll().execute(),
      media: await shop.db.read.selectFrom('media').select('id').execute(),
      promotions: await shop.db.read.selectFrom('promotions').selectAll().orderBy('id').execute(),
      stored: [...shop.storage.objects.keys()],
    });
    const before = await state();
    writeFile(folder, 'pages/new.txt', '---\ntitle: New\n---\n<p>Hi</p>\n');
    writeFile(folder, 'settings.json', { ...settings, tip: { ...settings.tip, enabled: true } });
    writeFile(folder, 'promotions.json', promotions.slice(1));
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
    writeFile(folder, 'media/other.png', await sharp(Buffer.from(svg)).png().toBuffer());
    writeFile(folder, 'collections.json', [
      { handle: 'cups', title: 'Cups', tag: 'Cups', picture: 'media/other.png' },
    ]);
    const { code, lines } = await command(shop, ['apply', folder, '--dry-run']);
    expect([code, ...lines]).toEqual([
      0,
      'would change: collection cups',
      'would change: page new',
      'would change: setting tip: enabled',
      'would change: promotion less-for-cups',
      '4 changes found; nothing was written',
    ]);
    expect(await state()).toEqual(before);
    const applied = await command(shop, ['apply', folder]);
    expect(applied.lines.map((line) => line.replace(/^changed/, 'would change')).slice(0, -1)).toEqual(
      lines.slice(0, -1),
    );
  });
});

describe('apply --prune', () => {
  /** Creates the small shop plus content that its folder does not have. */
  async function withMore() {
    const { shop, folder } = await smallShop();
    const more = shopFolder({
      'pages/old.txt': '---\ntitle: Old\n---\n<p>Old</p>\n',
      'articles/past.txt': '---\ntitle: Past\ndate: 2025-01-01\n---\n<p>Past</p>\n',
      'collections.json': [
        { handle: 'cups', title: 'Cups', tag: 'Cups' },
        { handle: 'plates', title: 'Plates', tag: 'Plates' },
      ],
      'settings.json': { ...settings, checkoutLogin: false },
      'holidays.json': { warehouse: ['2026-12-25'] },
    });
    await applyFolder(shop.services, more);
    return { shop, folder };
  }
  const listed = ['page old', 'article past', 'collection plates', 'setting checkoutLogin'];
  const settingKeys = async (shop: TestShop) =>
    (await shop.db.read.selectFrom('settings').select('key').execute()).map(({ key }) => key);

  it('lists what goes and deletes it with --yes; of kinds without a file it deletes nothing [prune]', async () => {
    const { shop, folder } = await withMore();
    const plan = await command(shop, ['apply', folder, '--prune', '--dry-run']);
    expect(plan.lines.slice(0, -1)).toEqual(listed.map((name) => `would be deleted: ${name}`));
    expect(await handles(shop, 'pages')).toEqual(['about', 'old']);

    const refused = await command(shop, ['apply', folder, '--prune']);
    expect(refused.code).toBe(1);
    expect(refused.lines).toEqual([
      ...listed.map((name) => `to be deleted: ${name}`),
      'Nothing was changed. Add --yes to delete this content.',
    ]);
    expect(await handles(shop, 'pages')).toEqual(['about', 'old']);

    await shop.db.write.deleteFrom('purges').execute();
    const done = await command(shop, ['apply', folder, '--prune', '--yes']);
    expect(done.code).toBe(0);
    expect(done.lines).toEqual(expect.arrayContaining(listed.map((name) => `deleted: ${name}`)));
    expect(await handles(shop, 'pages')).toEqual(['about']);
    expect(await handles(shop, 'articles')).toEqual(['opening']);
    expect(await handles(shop, 'collections')).toEqual(['cups']);
    expect(await settingKeys(shop)).toContain('holidays');
    expect(await settingKeys(shop)).not.toContain('checkoutLogin');
    const purged = (await shop.db.read.selectFrom('purges').select('tag').execute()).map(({ tag }) => tag);
    expect(purged).toEqual(expect.arrayContaining(['catalog', 'setting:checkoutLogin']));
    expect((await command(shop, ['apply', folder, '--prune'])).lines).toEqual(['Nothing to change.']);
  });

  it('asks on a terminal, and changes nothing on no [prune]', async () => {
    const { shop, folder } = await withMore();
    writeFile(folder, 'pages/new.txt', '---\ntitle: New\n---\n<p>Hi</p>\n');
    const no = await command(shop, ['apply', folder, '--prune'], async () => false);
    expect([no.code, no.lines.at(-1)]).toEqual([1, 'Nothing was changed.']);
    expect(await handles(shop, 'pages')).toEqual(['about', 'old']);
    const yes = await command(shop, ['apply', folder, '--prune'], async () => true);
    expect(yes.code).toBe(0);
    expect(await handles(shop, 'pages')).toEqual(['about', 'new']);
  });

  it('deletes only what was listed, though more has left the folder since [prune]', async () => {
    const { shop, folder } = await withMore();
    const yes = await command(shop, ['apply', folder, '--prune'], async () => {
      await insertRow(shop.db, 'pages', { handle: 'newer', title: 'Newer' });
      rmSync(join(folder, 'articles', 'opening.txt'));
      writeFile(folder, 'theme.json', withMenu(theme.menus[0]!.menuList[0]!));
      writeFile(folder, 'pages/old.txt', '---\ntitle: Old\n---\n<p>Old</p>\n');
      return true;
    });
    expect(yes.code).toBe(0);
    expect(await handles(shop, 'pages')).toEqual(['about', 'newer', 'old']);
    expect(await handles(shop, 'articles')).toEqual(['opening']);
    expect(await handles(shop, 'collections')).toEqual(['cups']);
  });

  it('unpublishes a collection that orders name once, and publishes it when it is back [prune]', async () => {
    const { shop, folder } = await smallShop();
    const { id } = await shop.db.read
      .selectFrom('promotions')
      .select('id')
      .where('seo_url', '=', 'less-for-cups')
      .executeTakeFirstOrThrow();
    await insertRow(shop.db, 'orders', { order_no: 'A' });
    await insertRow(shop.db, 'order_promotions', { order_no: 'A', promotion_id: id });
    const less = shopFolder({
      ...{
        'products.csv': undefined,
        'theme.json': { shop: { name: 'Harbour' } },
        'reviews.json': undefined,
      },
      ...{ 'promotions.json': undefined, 'collections.json': [] },
    });
    const prune = async () => (await command(shop, ['apply', less, '--prune', '--yes'])).lines;
    expect(await prune()).toContain('unpublished: collection cups (a promotion of orders uses it)');
    expect((await prune()).filter((line) => line.includes('cups'))).toEqual([]);
    expect(await applyFolder(shop.services, folder)).toContain('collection cups');
    const { product_list } = await shop
      .visitor()
      .data('GET /api/v1/storefront/collection', { query: { handle: 'cups' } });
    expect(product_list.map((card) => card.seo_url)).toEqual(['mug']);
  });

  it('leaves kinds alone that the folder does not have, and the currency [prune]', async () => {
    const { shop } = await withMore();
    const folder = testFolder();
    writeFile(folder, 'pages/about.txt', '---\ntitle: About\n---\n<p>Hello</p>\n');
    const before = await settingKeys(shop);
    expect((await command(shop, ['apply', folder, '--prune', '--yes'])).code).toBe(0);
    expect(await handles(shop, 'pages')).toEqual(['about']);
    expect(await handles(shop, 'collections')).toEqual(['cups', 'plates']);
    expect(await settingKeys(shop)).toEqual(before);
  });
});

describe('deleting by handle', () => {
  it('takes products out of pages, lists and the export, and an import brings them back [D4]', async () => {
    const { shop, folder } = await smallShop();
    const done = await command(shop, ['products', 'delete', 'mug', 'bowl']);
    expect([done.code, ...done.lines]).toEqual([0, 'deleted: product mug', 'deleted: product bowl']);
    const { product_list } = await shop
      .visitor()
      .data('GET /api/v1/storefront/collection', { query: { handle: 'cups' } });
    expect(product_list).toEqual([]);
    const file = join(testFolder(), 'out.csv');
    await command(shop, ['export', file]);
    expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(1);
    await command(shop, ['import', join(folder, 'products.csv')]);
    const back = await shop
      .visitor()
      .data('GET /api/v1/storefront/collection', { query: { handle: 'cups' } });
    expect(back.product_list.map((card) => card.seo_url)).toEqual(['mug']);
  });

  it('unpublishes a product that an order names, and a collection of a promotion that one names [D4]', async () => {
    const { shop } = await smallShop();
    const { id } = await shop.db.read
      .selectFrom('products')
      .select('id')
      .where('handle', '=', 'mug')
      .executeTakeFirstOrThrow();
    const promotion = await shop.db.read
      .selectFrom('promotions')
      .select('id')
      .where('seo_url', '=', 'less-for-cups')
      .executeTakeFirstOrThrow();
    await insertRow(shop.db, 'orders', { order_no: 'A' });
    await insertRow(shop.db, 'order_lines', { order_no: 'A', product_id: id });
    await insertRow(shop.db, 'order_promotions', { order_no: 'A', promotion_id: promotion.id });
    expect((await command(shop, ['products', 'delete', 'mug'])).lines).toEqual([
      'unpublished: product mug (orders contain it)',
    ]);
    expect((await command(shop, ['collections', 'delete', 'cups'])).lines).toEqual([
      'unpublished: collection cups (a promotion of orders uses it)',
    ]);
    const mug = await shop.db.read
      .selectFrom('products')
      .select(['is_published', 'deleted_at'])
      .where('id', '=', id)
      .executeTakeFirst();
    expect(mug).toEqual({ is_published: 0, deleted_at: null });
    expect(await handles(shop, 'collections')).toEqual(['cups']);
  });

  it('deletes collections, articles and pages, and nothing when one of them does not exist [D4]', async () => {
    const { shop } = await smallShop();
    const refused = await command(shop, ['articles', 'delete', 'opening', 'openin']);
    expect([refused.code, ...refused.lines]).toEqual([
      1,
      'There is no article "openin"; did you mean "opening"?',
      'Nothing was deleted.',
    ]);
    expect(await handles(shop, 'articles')).toEqual(['opening']);
    expect((await command(shop, ['articles', 'delete', 'opening'])).code).toBe(0);
    expect((await command(shop, ['collections', 'delete', 'cups'])).code).toBe(0);
    expect((await command(shop, ['pages', 'delete', 'about'])).code).toBe(0);
    for (const table of ['articles', 'collections', 'pages'] as const)
      expect(await handles(shop, table)).toEqual([]);
    expect((await command(shop, ['products', 'remove', 'mug'])).code).toBe(2);
    expect((await command(shop, ['products', 'delete'])).code).toBe(2);
  });
});

describe('the first start', () => {
  it('sets up an empty shop from a folder that apply accepts, and refuses one that it refuses, in the same words [D3]', async () => {
    const { shop, folder } = await smallShop();
    // The database still has the collection and the product.
    writeFile(folder, 'collections.json', []);
    writeFile(folder, 'products.csv', 'Handle,Title,Variant Price\nbowl,Bowl,30.00\n');
    const bad = await errorsOf(applyFolder(shop.services, folder), folder);
    expect(bad).toContain(
      'theme.json: models.home.featured_collection_2.collection_id must be a collection handle: the collection "cups" is in the shop but not in the folder; add it to collections.json.',
    );
    expect(bad.filter((line) => line.includes('the product "mug"'))).toHaveLength(2);
    const fresh = await createTestShop();
    const words = (lines: string[]) =>
      lines.map((line) =>
        line
          .replace(/: the .* is in the shop but not in the folder; add it to .*$/, '…')
          .replace(/: there is no .*$/, '…'),
      );
    const atStart = await errorsOf(ensureShop(fresh.services, folder), folder);
    expect(words(atStart)).toEqual(words(bad));
    // Once the folder is corrected, the next start succeeds at once.
    writeFile(folder, 'collections.json', [{ handle: 'cups', title: 'Cups' }]);
    for (const file of ['theme.json', 'promotions.json', 'reviews.json']) rmSync(join(folder, file));
    await ensureShop(fresh.services, folder);
    expect(await handles(fresh, 'products')).toEqual(['bowl']);
  });

  it('has all of the folder: products, promotions and reviews; collections that only the import makes too [D3]', async () => {
    const shop = await createTestShop();
    const folder = shopFolder({ 'collections.json': undefined });
    await ensureShop(shop.services, folder);
    expect(await handles(shop, 'products')).toEqual(['bowl', 'mug']);
    const stored = await shop.db.read.selectFrom('promotions').select('seo_url').execute();
    expect(stored).toHaveLength(2);
    expect(await shop.db.read.selectFrom('comments').select('id').execute()).toHaveLength(1);
    const { product_list } = await shop
      .visitor()
      .data('GET /api/v1/storefront/collection', { query: { handle: 'cups' } });
    expect(product_list.map((card) => card.seo_url)).toEqual(['mug']);
    expect(await applyFolder(shop.services, folder)).toEqual([]);
  });

  it('without products.csv accepts what apply accepts beside the products of a shop [D3]', async () => {
    const { shop } = await smallShop();
    const folder = shopFolder({ 'products.csv': undefined, 'collections.json': undefined });
    expect(await applyFolder(shop.services, folder)).toEqual([]);
    const fresh = await createTestShop();
    await ensureShop(fresh.services, folder);
    expect(await handles(fresh, 'collections')).toEqual(['cups']);
    expect(await handles(fresh, 'pages')).toEqual(['about']);
  });

  it('leaves the shop empty with DEMO=off, also at later starts without it [DEMO]', async () => {
    const shop = await createTestShop({ env: { DEMO: 'off' } });
    await ensureShop(shop.services, shopFolder());
    for (const table of ['products', 'pages', 'articles', 'collections'] as const)
      expect(await handles(shop, table)).toEqual([]);
    await ensureShop({ ...shop.services, env: { ...shop.services.env, DEMO: true } }, shopFolder());
    expect(await handles(shop, 'products')).toEqual([]);
    expect((await shop.visitor().send('/api/v1/storefront/sitemap?kind=products')).status).toBe(200);
  });
});
