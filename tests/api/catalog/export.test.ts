import { describe, expect, it } from 'vitest';
import { csvLine } from '#server/catalog/csv/cells.ts';
import { exportCsv } from '#server/catalog/csv/export-products.ts';
import { generateCsv } from '#server/catalog/csv/generate.ts';
import { ensureShop } from '#server/shop/ensure-shop.ts';
import { fc, isSoak } from '../../fast-check.ts';
import { createTestShop, type TestShop } from '../harness.ts';
import { importText } from './files.ts';

async function exported(shop: TestShop): Promise<string> {
  const lines: string[] = [];
  await shop.db.snapshot(async (trx) => {
    for await (const line of exportCsv(trx, shop.services.env.SITE_URL)) lines.push(line);
  });
  return lines.join('');
}

/** Reads everything that an import can change. */
async function contents({ db }: TestShop) {
  const read = db.read;
  return {
    products: await read.selectFrom('products').selectAll().orderBy('id').execute(),
    variants: await read.selectFrom('variants').selectAll().orderBy('id').execute(),
    pictures: await read
      .selectFrom('product_media')
      .selectAll()
      .orderBy('product_id')
      .orderBy('position')
      .execute(),
    collections: await read.selectFrom('collections').selectAll().orderBy('id').execute(),
    members: await read
      .selectFrom('product_collections')
      .selectAll()
      .orderBy('collection_id')
      .orderBy('product_id')
      .execute(),
  };
}

describe('export', () => {
  it('of the demo shop, imported again, changes nothing', async () => {
    const shop = await createTestShop();
    await ensureShop(shop.services);
    const before = await contents(shop);
    expect(before.products).toHaveLength(26);
    shop.clock.advance(60_000);
    expect(await importText(shop, await exported(shop))).toMatchObject({
      created: 0,
      changed: 0,
      unchanged: 26,
      problemCount: 0,
    });
    expect(await contents(shop)).toEqual(before);
  });

  it('puts the whole catalogue into an empty shop', async () => {
    const from = await createTestShop();
    const to = await createTestShop();
    await importText(from, [...generateCsv(7)].join(''));
    expect(await importText(to, await exported(from))).toMatchObject({ created: 7, problemCount: 0 });
    expect(await exported(to)).toBe(await exported(from));
  });

  it('carries the day on which a product ships into another shop, and takes it away there', async () => {
    const [from, to] = [await createTestShop(), await createTestShop()];
    const days = async () => (await contents(to)).products.map(({ handle, ships_on }) => [handle, ships_on]);
    const head = 'Handle,Title,Variant Price,Pre-sale (product.metafields.atoll.presale),';
    const file = (day: string) =>
      `${head}Ships on (product.metafields.atoll.ships_on)\noven,Oven,900,TRUE,${day}\njug,Jug,30,FALSE,\n`;
    await importText(from, file('2027-01-11'));
    expect(await importText(to, await exported(from))).toMatchObject({ created: 2, problemCount: 0 });
    expect(await days()).toEqual([
      ['oven', '2027-01-11'],
      ['jug', ''],
    ]);
    await importText(from, file(''));
    expect(await importText(to, await exported(from))).toMatchObject({ changed: 1, problemCount: 0 });
    expect(await days()).toEqual([
      ['oven', ''],
      ['jug', ''],
    ]);
  });

  it('writes nothing that a spreadsheet would run', async () => {
    const shop = await createTestShop();
    await importText(shop, 'Handle,Title,Vendor,Variant Price\nx,"=HYPERLINK(""http://x"")",+49,1\n');
    const text = await exported(shop);
    expect(text).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(text).toContain(",'+49,");
  });

  it('of whatever was imported, imported again, changes nothing', {
    timeout: isSoak ? 600_000 : 20_000,
  }, async () => {
    const shop = await createTestShop();
    const unit = fc.constantFrom(
      ...`abÄé'"=+-@,;<>&\n\r\t 1.#/|漢`.split(''),
      '<p>',
      '</p>',
      '&amp;',
      '<b style="color:red">',
    );
    const text = fc.string({ unit, maxLength: 14 });
    const word = fc
      .string({ unit: fc.constantFrom(...`abcÄ='-+ 1`.split('')), minLength: 1, maxLength: 6 })
      .filter((value) => value.trim() !== '');
    const bit = fc.constantFrom('TRUE', 'FALSE', '');
    const price = fc.integer({ min: 0, max: 99_999 }).map((cents) => (cents / 100).toFixed(2));
    const variant = fc.record({
      sku: word,
      price,
      compare: fc.oneof(price, fc.constant('')),
      stock: fc.integer({ min: -5, max: 50 }),
      policy: fc.constantFrom('deny', 'CONTINUE', ''),
      tracker: fc.constantFrom('shopify', ''),
      taxable: bit,
    });
    const product = fc.record({
      title: word,
      html: text,
      vendor: text,
      tags: fc.array(word, { maxLength: 3 }),
      published: bit,
      options: fc.uniqueArray(word, { maxLength: 3, selector: (value) => value.trim() }),
      variant,
      others: fc.array(variant, { minLength: 3, maxLength: 3 }),
      seo: text,
    });
    const head =
      'Handle,Title,Body (HTML),Vendor,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Compare At Price,Variant Inventory Qty,Variant Inventory Policy,Variant Inventory Tracker,Variant Taxable,SEO Title';
    await fc.assert(
      fc.asyncProperty(fc.array(product, { minLength: 1, maxLength: 4 }), async (products) => {
        const rows = products.flatMap((made, at) => {
          const values = made.options.length > 0 ? made.options : [''];
          return values.map((value, index) => {
            const own = index === 0 ? made.variant : made.others[index]!;
            const first = index === 0;
            return [
              `p-${at}`,
              first ? made.title : '',
              first ? made.html : '',
              first ? made.vendor : '',
              first ? made.tags.join(',') : '',
              first ? made.published : '',
              first && value !== '' ? 'Kind' : '',
              value,
              own.sku,
              own.price,
              own.compare,
              String(own.stock),
              own.policy,
              own.tracker,
              own.taxable,
              first ? made.seo : '',
            ];
          });
        });
        await importText(shop, `${head}\n${rows.map(csvLine).join('')}`);
        const before = await contents(shop);
        const again = await importText(shop, await exported(shop));
        expect(again).toMatchObject({ created: 0, changed: 0, problemCount: 0 });
        expect(await contents(shop)).toEqual(before);
      }),
      { numRuns: isSoak ? 500 : 25 },
    );
  });
});
