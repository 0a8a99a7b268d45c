/** Filters named by the merchant: how `apply` stores the setting, in every process, and what old URLs still find. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createApp } from '#server/api/app.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { applyFolder } from '#server/shop/apply-folder.ts';
import { closeAtEnd } from '../harness/clean-up.ts';
import { makeWorld } from '../harness/services.ts';
import { Visitor } from '../harness/visitor.ts';
import { createTestShop, type TestShop } from '../harness.ts';
import { importForSale, testFolder } from './files.ts';

const head = 'Handle,Title,Tags,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Qty';
const rows = [
  'mug,Mug,All,Glaze,Ink,MUG-INK,28,4',
  'mug,,,,Oat,MUG-OAT,29,4',
  'throw,Throw,All,Colour,Ink,THROW-INK,90,4',
  'throw,,,,Linen oat,THROW-OAT,99,4',
  'jar,Jar,All,Shade,Rust,JAR-RUST,40,4',
];

async function smallShop() {
  const shop = await createTestShop();
  await importForSale(shop, [head, ...rows].join('\n'));
  const db = await openDatabase(shop.databaseEnv);
  closeAtEnd(() => db.close());
  const other = new Visitor(createApp(makeWorld(db, shop.databaseEnv, shop.clock.now()).services));
  return { shop, other };
}

const list = (visitor: Visitor, filter = '') =>
  visitor.data('GET /api/v1/storefront/collection', { query: { handle: 'all', filter } });

async function offered(visitor: Visitor) {
  const { choices } = (await list(visitor)).filters;
  return choices.map(
    ({ name, values }) => `${name}: ${values.map(({ value, count }) => `${value} ${count}`)}`,
  );
}

const found = async (visitor: Visitor, filter: string) =>
  Object.fromEntries(
    (await list(visitor, filter)).product_list.map(({ seo_url, sale_price }) => [seo_url, sale_price]),
  );

async function apply(shop: TestShop, facets: unknown): Promise<void> {
  const folder = testFolder();
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ facets }));
  await applyFolder(shop.services, folder);
}

const colour = { title: 'Colour', from: ['Glaze', 'Shade'], values: { 'Linen oat': 'Oat' } };

describe('the setting facets', () => {
  it('makes one filter of several options, values under one name, in every process [COLL-10, API-104]', async () => {
    const { shop, other } = await smallShop();
    const own = shop.visitor();
    const before = ['Glaze: Ink 1,Oat 1', 'Colour: Ink 1,Linen oat 1', 'Shade: Rust 1'];
    expect([await offered(own), await offered(other)]).toEqual([before, before]);
    await apply(shop, [colour]);
    const after = ['Colour: Ink 2,Oat 2,Rust 1'];
    expect([await offered(other), await offered(own)]).toEqual([after, after]);
    const { product_list } = await other.data('POST /api/v1/productFilterSelector', {
      body: { collection_id: (await list(own)).collection.id, filters: { options: { Colour: ['Oat'] } } },
    });
    expect(product_list.map(({ seo_url, sale_price }) => [seo_url, sale_price])).toEqual([
      ['mug', 29],
      ['throw', 99],
    ]);
    await apply(shop, []);
    expect([await offered(other), await offered(own)]).toEqual([before, before]);
  });

  it('leaves addresses good that name an option, or a value as a product spells it [COLL-10]', async () => {
    const { shop } = await smallShop();
    const visitor = shop.visitor();
    await apply(shop, [colour]);
    const oat = { mug: 29, throw: 99 };
    for (const filter of ['opt.Colour=Oat', 'opt.Glaze=Oat', 'opt.Colour=Linen oat', 'opt.Shade=Linen oat'])
      expect(await found(visitor, filter), filter).toEqual(oat);
    // The response lists each chosen value once, by its current name.
    const chosen = async (filter: string) => (await list(visitor, filter)).filters.options;
    for (const filter of ['opt.Colour=Linen oat', 'opt.Glaze=Oat&opt.Shade=Linen oat&opt.Colour=Oat'])
      expect(await chosen(filter), filter).toEqual({ Colour: ['Oat'] });
    expect(await chosen('opt.Gone=Oat')).toEqual({ Gone: ['Oat'] });
    expect(await chosen('')).toEqual({});
    expect(await found(visitor, 'opt.Glaze=Oat&opt.Shade=Rust')).toEqual({ ...oat, jar: 40 });
    const { choices } = (await list(visitor, 'opt.Glaze=Oat')).filters;
    expect(choices[0]?.values.find(({ selected }) => selected)?.value).toBe('Oat');
  });

  it('is refused by path and reason, and nothing changes', async () => {
    const { shop, other } = await smallShop();
    const refused = (...facets: object[]) => expect(apply(shop, facets)).rejects;
    await refused(colour, { title: 'Tone', from: ['Glaze'] }).toThrow(
      /settings\.json, "facets.*has "Glaze", which belongs to "Colour": an option can be part of one filter only/s,
    );
    await refused({ ...colour, values: { Ecru: 'Linen oat', 'Linen oat': 'Oat' } }).toThrow(
      'becomes "Linen oat", which becomes "Oat": write "Oat" here',
    );
    await refused({ title: 'Colour' }).toThrow('from');
    expect(await offered(other)).toContain('Shade: Rust 1');
  });
});
