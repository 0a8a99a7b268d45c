/** Imported products keep the handles of their file, also in a shop filled by an older version. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pageRoutes } from '#lib/pages/page-routes.ts';
import { toFoldedHandle } from '#server/core/handles.ts';
import { applyFolder, applyPromotions } from '#server/shop/apply-folder.ts';
import { createTestShop, type TestShop } from '../harness.ts';
import { importText, testFolder } from './files.ts';

const csv = (...rows: string[]) =>
  ['Handle,Title,Published,Variant Price,Variant Inventory Qty', ...rows, ''].join('\n');
const row = (handle: string, title = 'A thing') => `${handle},${title},TRUE,10.00,5`;

const handlesOf = async (shop: TestShop) =>
  (await shop.db.read.selectFrom('products').select(['id', 'handle']).orderBy('id').execute()).map(
    ({ handle }) => handle,
  );

async function productAt(shop: TestShop, handle: string) {
  const { data } = await shop.visitor().call('GET /api/v1/storefront/product', { query: { handle } });
  return data && { id: data.id, seo_url: data.seo_url };
}

/** Creates a shop with products as an older version stored them. */
async function olderShop(...handles: string[]) {
  const shop = await createTestShop();
  await importText(shop, csv(...handles.map((_, at) => row(`old-${at}`, `Thing ${at}`))));
  for (const [at, handle] of handles.entries()) {
    await shop.db.write
      .updateTable('products')
      .set({ handle: toFoldedHandle(handle) })
      .where('handle', '=', `old-${at}`)
      .execute();
  }
  return shop;
}

it('keeps handles as their file writes them, and finds products by them [BR-59]', async () => {
  const shop = await createTestShop();
  const handles = [
    'バス',
    'パス',
    'ガラス-皿',
    'हिन्दी-किताब',
    'ผ้าไหม',
    'crème-brûlée',
    'blue_mug',
    'blue-mug',
  ];
  const report = await importText(shop, csv(...handles.map((handle) => row(handle))));
  expect(report).toMatchObject({ created: handles.length, problemCount: 0 });
  expect(await handlesOf(shop)).toEqual(handles);
  for (const handle of handles) expect((await productAt(shop, handle))?.seo_url).toBe(handle);
  // Other spellings of a handle find the product too.
  expect((await productAt(shop, 'Crème-Brûlée'))?.seo_url).toBe('crème-brûlée');
  expect((await productAt(shop, 'ガラス-皿'.normalize('NFD')))?.seo_url).toBe('ガラス-皿');
  expect(await productAt(shop, 'creme-brulee')).toBeFalsy();
});

it('renames a product that an older version stored under a folded handle, and its old address leads to it [BR-59]', async () => {
  const shop = await olderShop('crème-brûlée', 'blue_mug', 'バス');
  const before = await shop.db.read.selectFrom('products').select(['id', 'handle']).orderBy('id').execute();
  expect(before.map(({ handle }) => handle)).toEqual(['creme-brulee', 'blue-mug', 'ハス']);
  const variants = await shop.db.read.selectFrom('variants').select('id').orderBy('id').execute();
  const file = csv(row('crème-brûlée', 'Thing 0'), row('blue_mug', 'Thing 1'), row('バス', 'Thing 2'));
  const report = await importText(shop, file);
  expect(report).toMatchObject({ created: 0, changed: 3, problemCount: 0 });
  expect(report.renamed[0]).toEqual({ from: 'creme-brulee', to: 'crème-brûlée' });
  const after = ['crème-brûlée', 'blue_mug', 'バス'];
  expect(await handlesOf(shop)).toEqual(after);
  for (const [at, { id, handle }] of before.entries())
    expect(await productAt(shop, handle)).toEqual({ id, seo_url: after[at] });
  // Bags, wishlists, reviews and promotions refer to products and variants by id.
  expect(await shop.db.read.selectFrom('variants').select('id').orderBy('id').execute()).toEqual(variants);
  expect(await importText(shop, file)).toMatchObject({ created: 0, changed: 0, unchanged: 3, renamed: [] });
});

it('makes no product twice of a file that an older version exported [BR-59]', async () => {
  const shop = await olderShop('crème-brûlée');
  await importText(shop, csv(row('crème-brûlée', 'Thing 0')));
  const exported = csv(row('creme-brulee', 'Thing 0'));
  for (const turn of [1, 2])
    expect([turn, await importText(shop, exported)]).toMatchObject([turn, { created: 0, unchanged: 1 }]);
  expect(await handlesOf(shop)).toEqual(['crème-brûlée']);
});

it('gives a folded product to the first of two handles, and never one that the file names itself [BR-59]', async () => {
  const shop = await olderShop('バス');
  expect(await importText(shop, csv(row('バス'), row('パス')))).toMatchObject({ created: 1, changed: 1 });
  expect(await handlesOf(shop)).toEqual(['バス', 'パス']);
  const other = await olderShop('blue_mug');
  const both = csv(row('blue_mug', 'New'), row('blue-mug', 'Thing 0'));
  for (const created of [1, 0]) expect(await importText(other, both)).toMatchObject({ created, renamed: [] });
  expect(await handlesOf(other)).toEqual(['blue-mug', 'blue_mug']);
  // A new product may take the former handle of another product.
  const third = await olderShop('blue_mug');
  await importText(third, csv(row('blue_mug')));
  expect(await importText(third, csv(row('blue_mug'), row('blue-mug')))).toMatchObject({ created: 1 });
  expect((await productAt(third, 'blue-mug'))?.seo_url).toBe('blue-mug');
});

it('applies promotions that name a renamed product by its old handle [BR-59]', async () => {
  const shop = await olderShop('crème-brûlée');
  const folder = testFolder();
  const promotion = (handle: string) => [
    {
      kind: 'code',
      title: 'Ten off',
      seo_url: 'ten-off',
      code: 'TEN',
      range: { products: [handle] },
      rules: { condition: 'amount', min: 10, mode: 'percent', value: 10 },
    },
  ];
  const apply = (handle: string) => {
    writeFileSync(join(folder, 'promotions.json'), JSON.stringify(promotion(handle)));
    return applyPromotions(shop.services, folder);
  };
  expect(await apply('creme-brulee')).toEqual(['promotion ten-off']);
  await importText(shop, csv(row('crème-brûlée', 'Thing 0')));
  expect(await apply('creme-brulee')).toEqual([]);
  expect(await apply('crème-brûlée')).toEqual([]);
});

it('names both handles of a file that become the same, and loses no other row [BR-59]', async () => {
  const shop = await createTestShop();
  const report = await importText(shop, csv(row('a/b', 'One'), row('a-b', 'Two'), row('c', 'Three')));
  expect(report).toMatchObject({ created: 2, problemCount: 1 });
  expect(report.problems[0]).toMatchObject({
    line: 3,
    message:
      '"a-b" and "a/b", earlier in the file, would both get the handle "a-b". Give one of them another handle.',
  });
});

it('makes a handle without letters from the title, for all rows of the product [BR-61]', async () => {
  const shop = await createTestShop();
  const header = 'Handle,Title,Published,Option1 Name,Option1 Value,Variant Price,Variant Inventory Qty';
  const rows = [
    '🎁,Gift box,TRUE,Size,S,10.00,5',
    '🎁,,,,M,12.00,5',
    '..,Dots,TRUE,Title,Default Title,1.00,5',
    '_,!!!,TRUE,,,1.00,5',
  ];
  const report = await importText(shop, [header, ...rows, ''].join('\n'));
  expect(report).toMatchObject({ created: 2, problemCount: 1 });
  expect(report.problems[0]).toMatchObject({
    line: 5,
    message: 'The handle "_" and the title have no letters or digits. Write a handle such as oat-mug.',
  });
  expect(await handlesOf(shop)).toEqual(['gift-box', 'dots']);
  const variants = await shop.db.read.selectFrom('variants').select('title').orderBy('id').execute();
  expect(variants.map(({ title }) => title)).toEqual(['S', 'M', '']);
});

it('keeps letters in collections of tags, and fills those that an older version made [BR-59]', async () => {
  const shop = await createTestShop();
  const file = (tags: string, collection: string) =>
    `Handle,Title,Published,Tags,Collection,Variant Price,Variant Inventory Qty\nmug,Mug,TRUE,"${tags}",${collection},1.00,1\n`;
  const collections = async () =>
    (await shop.db.read.selectFrom('collections').select('handle').orderBy('id').execute()).map(
      ({ handle }) => handle,
    );
  await importText(shop, file('ガラス, カラス', 'Café'));
  expect((await collections()).sort()).toEqual(['café', 'カラス', 'ガラス']);
  await shop.db.write
    .updateTable('collections')
    .set({ handle: 'cafe' })
    .where('handle', '=', 'café')
    .execute();
  expect(await importText(shop, file('ガラス, カラス', 'Café'))).toMatchObject({ unchanged: 1 });
  expect(await collections()).toHaveLength(3);
  const found = async (handle: string) =>
    (await shop.visitor().call('GET /api/v1/storefront/collection', { query: { handle } })).data?.collection
      .title;
  expect([await found('café'), await found('Cafe'), await found('ガラス'.normalize('NFD'))]).toEqual([
    ...['Café', 'Café', 'ガラス'],
  ]);
  expect(await found('cafè')).toBeUndefined();
});

it('keeps letters of pages and articles, and renames those that an older version stored [BR-59]', async () => {
  const shop = await createTestShop();
  const folder = testFolder();
  for (const kind of ['pages', 'articles']) mkdirSync(join(folder, kind));
  writeFileSync(join(folder, 'pages', 'größe_tabelle.txt'), '---\ntitle: Sizes\n---\n<p>S</p>\n');
  writeFileSync(join(folder, 'pages', '🎁.txt'), '---\ntitle: Gifts\n---\n<p>G</p>\n');
  writeFileSync(join(folder, 'articles', 'バス.txt'), '---\ntitle: Bath\ndate: 2026-09-01\n---\n<p>B</p>\n');
  await applyFolder(shop.services, folder);
  const handles = async () => {
    const pages = await shop.db.read.selectFrom('pages').select('handle').orderBy('handle').execute();
    const articles = await shop.db.read.selectFrom('articles').select('handle').execute();
    return [...pages, ...articles].map(({ handle }) => handle);
  };
  const now = ['gifts', 'größe_tabelle', 'バス'];
  expect(await handles()).toEqual(now);
  await shop.db.write
    .updateTable('pages')
    .set({ handle: 'große-tabelle' })
    .where('handle', '=', 'größe_tabelle')
    .execute();
  await shop.db.write.updateTable('articles').set({ handle: 'ハス' }).execute();
  const changed = await applyFolder(shop.services, folder);
  expect(changed).toEqual(['page größe_tabelle', 'article バス']);
  expect(await handles()).toEqual(now);
  const visitor = shop.visitor();
  const old = { query: { handle: 'große-tabelle' } };
  expect(await visitor.data('GET /api/v1/storefront/page', old)).toMatchObject({ seo_url: 'größe_tabelle' });
  const article = { query: { handle: 'ハス' } };
  expect(await visitor.data('GET /api/v1/storefront/article', article)).toMatchObject({ seo_url: 'バス' });
  expect(await applyFolder(shop.services, folder)).toEqual([]);
});

it('finds products and pages whose files write handles with capital letters [BR-59]', async () => {
  const shop = await createTestShop();
  const folder = testFolder();
  await importText(shop, csv(row('Oak-Bowl'), row('mug')));
  mkdirSync(join(folder, 'pages'));
  writeFileSync(join(folder, 'pages', 'About-Us.txt'), '---\ntitle: About\n---\n<p>A</p>\n');
  const list = { id: 1, title: 'Bowls', page_types: [1], only: ['MUG'] };
  const source = { kind: 'products', products: ['Oak-Bowl'] };
  const recommendations = { status: true, add_to_cart_status: true, cart_status: true };
  writeFileSync(
    join(folder, 'settings.json'),
    JSON.stringify({ recommend: { ...recommendations, lists: [{ ...list, source }] } }),
  );
  expect(await applyFolder(shop.services, folder)).toEqual(['page about-us', 'setting recommend']);
  expect(await productAt(shop, 'Oak-Bowl')).toMatchObject({ seo_url: 'oak-bowl' });
  const visitor = shop.visitor();
  const page = await visitor.data('GET /api/v1/storefront/page', { query: { handle: 'About-Us' } });
  expect(page).toMatchObject({ seo_url: 'about-us' });
  const mug = await productAt(shop, 'mug');
  const body = { page_type: 1 as const, values: [mug?.id ?? 0] };
  expect(await visitor.data('POST /api/v1/recommend/match', { body })).toEqual({ recommend_ids: [1] });
  const shown = await visitor.data('GET /api/v1/storefront/recommendation', { query: { id: 1 } });
  expect(shown.product_list.map(({ seo_url }) => seo_url)).toEqual(['oak-bowl']);
});

it('refuses a merchant page of every handle that the page table reserves, however it is spelled [CR-1]', async () => {
  const shop = await createTestShop();
  const reserved = pageRoutes.flatMap(({ path }) => /^\/pages\/([^[\]]+)$/.exec(path)?.[1] ?? []);
  expect(reserved).toEqual(expect.arrayContaining(['unsubscribe', 'back-in-stock', 'verify']));
  for (const handle of reserved.flatMap((each) => [each, each.toUpperCase(), `-${each}!`])) {
    const folder = testFolder();
    mkdirSync(join(folder, 'pages'));
    writeFileSync(join(folder, 'pages', 'x.txt'), `---\ntitle: X\nhandle: ${handle}\n---\n<p>Hi</p>\n`);
    await expect(applyFolder(shop.services, folder)).rejects.toThrow('is a built-in page of the shop');
  }
});

it('leaves a product of today alone whose handle is only the folded form of a new one [BR-59]', async () => {
  const shop = await createTestShop({ now: Date.parse('2040-01-01T00:00:00Z') });
  await importText(shop, csv(row('t-shirt', 'Shirt')));
  await importText(shop, csv(row('t_shirt', 'Another shirt')));
  expect(await handlesOf(shop)).toEqual(['t-shirt', 't_shirt']);
});

it('leaves a page and an article of today alone whose handle is only the folded form of a new one [BR-59]', async () => {
  const shop = await createTestShop({ now: Date.parse('2040-01-01T00:00:00Z') });
  const folderOf = (name: string, title: string) => {
    const folder = testFolder();
    for (const kind of ['pages', 'articles']) mkdirSync(join(folder, kind));
    writeFileSync(join(folder, 'pages', `${name}.txt`), `---\ntitle: ${title}\n---\n<p>P</p>\n`);
    const article = `---\ntitle: ${title}\ndate: 2026-09-01\n---\n<p>A</p>\n`;
    writeFileSync(join(folder, 'articles', `${name}.txt`), article);
    return folder;
  };
  await applyFolder(shop.services, folderOf('t-shirt', 'Shirt'));
  await applyFolder(shop.services, folderOf('t_shirt', 'Another shirt'));
  for (const table of ['pages', 'articles'] as const) {
    const rows = await shop.db.read.selectFrom(table).select('handle').orderBy('id').execute();
    expect([table, ...rows.map(({ handle }) => handle)]).toEqual([table, 't-shirt', 't_shirt']);
  }
});

it('renames a page that an older version stored under a folded handle, though it has a new title [BR-59]', async () => {
  const shop = await createTestShop();
  const folder = testFolder();
  mkdirSync(join(folder, 'pages'));
  const write = (title: string) =>
    writeFileSync(join(folder, 'pages', 'größe_tabelle.txt'), `---\ntitle: ${title}\n---\n<p>S</p>\n`);
  write('Sizes');
  await applyFolder(shop.services, folder);
  await shop.db.write.updateTable('pages').set({ handle: 'große-tabelle', updated_at: 1 }).execute();
  write('All sizes');
  await applyFolder(shop.services, folder);
  const pages = await shop.db.read.selectFrom('pages').select(['handle', 'title']).execute();
  expect(pages).toEqual([{ handle: 'größe_tabelle', title: 'All sizes' }]);
});
