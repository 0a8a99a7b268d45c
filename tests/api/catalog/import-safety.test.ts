/** An import never gives anything away (R201): a product with missing or invalid data is not for sale. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { shopCommand } from '../harness/shop-command.ts';
import { createTestShop, type TestShop } from '../harness.ts';
import { importText, testFolder } from './files.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await createTestShop();
});

const head = 'Handle,Title,Published,Variant SKU,Variant Price,Variant Inventory Qty';
const optionHead =
  'Handle,Title,Published,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Qty';
const load = (...lines: string[]) => importText(shop, `${lines.join('\n')}\n`);

/** Returns `handle published|hidden: sku price stock, …` of every product, without deleted variants. */
async function catalogue(): Promise<string[]> {
  const rows = await shop.db.read
    .selectFrom('variants as v')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .select(['p.handle', 'p.is_published', 'v.sku', 'v.price', 'v.stock', 'v.is_tracked'])
    .where('v.deleted_at', 'is', null)
    .orderBy('p.id')
    .orderBy('v.position')
    .execute();
  const products = Map.groupBy(
    rows,
    ({ handle, is_published }) => `${handle} ${is_published ? 'published' : 'hidden'}`,
  );
  return [...products].map(([product, variants]) => {
    const shown = variants.map(
      ({ sku, price, stock, is_tracked }) => `${sku || '-'} ${price} ${is_tracked ? stock : 'any'}`,
    );
    return `${product}: ${shown.join(', ')}`;
  });
}

const command = (...args: string[]) => shopCommand(shop, args);

describe('a new product', () => {
  it.each([
    ['no price, stock or status', 'Handle,Title\nmug,Mug', ['"Price", "Inventory quantity", "Published']],
    ['no price', 'Handle,Title,Published,Variant Inventory Qty\nmug,Mug,TRUE,3', ['no column "Price"']],
    ['no stock', 'Handle,Title,Published,Variant Price\nmug,Mug,TRUE,9', ['no column "Inventory quantity"']],
    ['no status', 'Handle,Title,Variant Price,Variant Inventory Qty\nmug,Mug,9,3', ['no column "Published']],
    ['an empty price', `${head}\nmug,Mug,TRUE,,,3`, ['"Variant Price": The variant needs a price']],
    ['an empty stock', `${head}\nmug,Mug,TRUE,,9,`, ['"Variant Inventory Qty": The variant needs a stock']],
    ['an empty status', `${head}\nmug,Mug,,,9,3`, ['"Published": A new product stays unpublished']],
    [
      'nothing but a title',
      `${head}\nmug,Mug,,,,`,
      ['"Variant Price"', '"Variant Inventory Qty"', '"Published"'],
    ],
    ['an empty Status', `Handle,Title,Status,Price,Inventory quantity\nmug,Mug,,9,3`, ['"Status"']],
    [
      'a tracker and no pieces',
      'Handle,Title,Published,Variant Price,Variant Inventory Tracker\nmug,Mug,TRUE,9,shopify',
      ['no column "Inventory quantity"'],
    ],
    [
      'an image that cannot be had',
      'Handle,Title,Published,Variant Price,Variant Inventory Qty,Image Src\nmug,Mug,TRUE,9,3,no.png',
      ['"Image Src": There is no file "no.png"'],
    ],
    [
      'a variant image that cannot be had',
      'Handle,Title,Published,Variant Price,Variant Inventory Qty,Variant Image\nmug,Mug,TRUE,9,3,no.png',
      ['"Variant Image": There is no file "no.png"'],
    ],
    [
      'an option without a value',
      'Handle,Title,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant Price,Variant Inventory Qty\n' +
        'mug,Mug,TRUE,Glaze,Oat,Size,S,9,3\nmug,,,,Ink,,,9,3',
      ['line 3, "Option2 Value": The variant needs a value for "Size"'],
    ],
    [
      'the same option twice',
      `${optionHead}\nmug,Mug,TRUE,Glaze,Oat,A,9,3\nmug,,,,Oat,B,9,3`,
      ['"Option1 Value": This variant appears in an earlier row.'],
    ],
    [
      'a variant whose price is no amount',
      `${optionHead}\nmug,Mug,TRUE,Glaze,Oat,A,9,3\nmug,,,,Ink,B,ten,3`,
      ['line 3, "Variant Price": "ten" is not an amount'],
    ],
    [
      'a variant without a price',
      `${optionHead}\nmug,Mug,TRUE,Glaze,Oat,A,9,3\nmug,,,,Ink,B,,3`,
      ['line 3, "Variant Price": The variant needs a price'],
    ],
    [
      'one SKU twice',
      `${optionHead}\nmug,Mug,TRUE,Glaze,Oat,A,9,3\nmug,,,,Ink,A,9,3`,
      ['line 3, "Variant SKU": The SKU "A" is already used by the product "mug"'],
    ],
  ])('with %s stays unpublished and is listed, imported once or twice [BR-58]', async (_, text, problems) => {
    const file = join(testFolder(), 'products.csv');
    writeFileSync(file, `${text}\n`);
    const { code, out } = await command('import', file);
    expect(code).toBe(1);
    for (const problem of problems) expect(out).toContain(problem);
    expect(out).toContain('Not published because of these problems: mug');
    const hidden = [expect.stringMatching(/^mug hidden: /)];
    expect(await catalogue()).toEqual(hidden);
    const again = await command('import', file);
    expect(await catalogue()).toEqual(hidden);
    // A file that does not set Published or Status may leave the product unpublished without an error.
    if (/TRUE/.test(text)) expect(again.code).toBe(1);
  });

  it('of stock lists and exports of other shops is not for sale [BR-58]', async () => {
    // Shopify's inventory export has no price or status.
    const inventory = 'Handle,Title,Option1 Name,Option1 Value,SKU,HS Code,COO,Location,Available,On hand';
    const row = 'i06-new-thing,New thing,Title,Default Title,I06-1,,,Main,12,12';
    expect(await load(inventory, row)).toMatchObject({
      created: 1,
      problemCount: 1,
      heldBack: ['i06-new-thing'],
    });
    // Medusa's product export: its status and price columns have other names.
    await load(
      'Product Handle;Product Title;Handle;Product Status;Price EUR;Variant Inventory Quantity',
      'x;Cup;cup;draft;10;4',
    );
    expect(await catalogue()).toEqual(['i06-new-thing hidden: I06-1 0 0', 'cup hidden: - 0 4']);
  });

  it('that is complete is for sale, for nothing or uncounted only where the file says so [BR-58]', async () => {
    const full =
      'Handle,Title,Published,Status,Variant Price,Variant Inventory Tracker,Variant Inventory Qty';
    const report = await load(
      full,
      ...[
        'mug,Mug,TRUE,,9,shopify,3',
        'jug,Jug,,Active,9,shopify,0',
        'sample,Sample,TRUE,active,0,shopify,5',
      ],
      ...['e-book,E-book,TRUE,,9,,', 'draft,Draft,TRUE,draft,9,shopify,1', 'off,Off,FALSE,,9,shopify,1'],
    );
    expect(report).toMatchObject({ created: 6, problemCount: 0, heldBack: [] });
    expect(await catalogue()).toEqual([
      ...['mug published: - 900 3', 'jug published: - 900 0', 'sample published: - 0 5'],
      ...['e-book published: - 900 any', 'draft hidden: - 900 1', 'off hidden: - 900 1'],
    ]);
  });

  it('goes on sale with the file in which nothing is missing any more [BR-58]', async () => {
    await load('Handle,Title,Published\nmug,Mug,TRUE');
    // Price alone or stock alone is not enough to publish.
    await load('Handle,Title,Published,Variant Price\nmug,Mug,TRUE,9');
    await load('Handle,Title,Published,Variant Inventory Qty\nmug,Mug,TRUE,');
    expect(await catalogue()).toEqual(['mug hidden: - 900 0']);
    expect(await load('Handle,Title,Published,Variant Inventory Qty\nmug,Mug,TRUE,4')).toMatchObject({
      changed: 1,
      problemCount: 0,
    });
    expect(await catalogue()).toEqual(['mug published: - 900 4']);
  });

  it('of a file with a status alone is not published by an empty one later [BR-58]', async () => {
    await load(head, 'mug,Mug,FALSE,,9,3', 'jug,Jug,TRUE,,9,3');
    expect(await load(head, 'mug,Mug,,,9,3', 'jug,Jug,,,9,3')).toMatchObject({
      unchanged: 2,
      problemCount: 0,
    });
    expect(await catalogue()).toEqual(['mug hidden: - 900 3', 'jug published: - 900 3']);
  });

  it('that was deleted does not come back for sale without a status [BR-58]', async () => {
    await load(head, 'mug,Mug,TRUE,,9,3');
    await shop.db.write.updateTable('products').set({ deleted_at: 1 }).execute();
    expect(await load('Handle,Title\nmug,Mug')).toMatchObject({ problemCount: 1, heldBack: ['mug'] });
    expect(await catalogue()).toEqual(['mug hidden: - 900 3']);
  });
});

describe('a new variant of a product that is for sale', () => {
  beforeEach(() => load(optionHead, 'mug,Mug,TRUE,Glaze,Oat,A,9,3'));

  it.each([
    ['without a price', optionHead, 'mug,,,,Ink,B,,3', '"Variant Price": A new variant needs a price'],
    [
      'without a stock',
      optionHead,
      'mug,,,,Ink,B,9,',
      '"Variant Inventory Qty": A new variant needs a stock',
    ],
    [
      'with the SKU of another',
      optionHead,
      'mug,,,,Ink,A,9,3',
      '"Variant SKU": The SKU "A" is already used by',
    ],
    [
      'whose image cannot be had',
      `${optionHead},Variant Image`,
      'mug,,,,Ink,B,9,3,no.png',
      '"Variant Image": The new variant was not imported',
    ],
    [
      'of a file without prices',
      'Handle,Title,Published,Option1 Name,Option1 Value,Variant Inventory Qty',
      'mug,,,,Ink,3',
      'line 3: A new variant needs a price',
    ],
  ])('%s is left out and listed; the product stays as it was [BR-58]', async (_, header, row, problem) => {
    const cells = header.split(',').length;
    const first = header.includes('SKU') ? 'mug,Mug,TRUE,Glaze,Oat,A,9,3' : 'mug,Mug,TRUE,Glaze,Oat,3';
    const padded = first + ','.repeat(cells - first.split(',').length);
    const file = join(testFolder(), 'products.csv');
    writeFileSync(file, [header, padded, row].join('\n'));
    const { code, out } = await command('import', file);
    expect(code).toBe(1);
    expect(out).toContain(problem);
    expect(await catalogue()).toEqual(['mug published: A 900 3']);
    const { options } = await shop.db.read.selectFrom('products').select('options').executeTakeFirstOrThrow();
    expect(options).not.toContain('Ink');
  });

  it('does not take the place of the one that is sold where all of a file is refused [BR-58]', async () => {
    const report = await load('Handle,Title,Option1 Name,Option1 Value', 'mug,Mug,Size,Small');
    expect(report.problems.map(({ message }) => message)).toContain(
      'None of the variants can be imported, so the product was not changed.',
    );
    expect(await catalogue()).toEqual(['mug published: A 900 3']);
  });

  it('with all that it needs is for sale; what is stored keeps what an empty price cannot take [BR-58]', async () => {
    const report = await load(optionHead, 'mug,Mug,,Glaze,Oat,A,,5', 'mug,,,,Ink,B,11,2');
    expect(report.problems).toMatchObject([{ line: 2, column: 'Variant Price' }]);
    expect(await catalogue()).toEqual(['mug published: B 1100 2, A 900 3']);
  });
});

describe('prices', () => {
  it.each(['10000000', '9999999.995', '99999999999', '10000000.00'])(
    'of %s are refused [BR-58]',
    async (price) => {
      const { problems } = await load(head, `mug,Mug,TRUE,,${price},3`);
      expect(problems).toMatchObject([{ line: 2, column: 'Variant Price' }]);
      await load(head, 'mug,Mug,TRUE,,9,3');
      expect((await command('price', 'mug', price)).code).toBe(1);
      expect(await catalogue()).toEqual(['mug published: - 900 3']);
    },
  );

  it('before a reduction have the same limit [BR-58]', async () => {
    const { problems } = await load(`${head},Variant Compare At Price`, 'mug,Mug,TRUE,,9,3,10000000');
    expect(problems).toMatchObject([{ column: 'Variant Compare At Price' }]);
  });

  it.each([-1, 1_000_000_000])('of %i minor units for a custom option are refused [BR-58]', async (price) => {
    const options = JSON.stringify([{ name: 'Engraving', label: 'Engraving', type: 1, price }]);
    const header = `${head},Custom options (product.metafields.atoll.custom_options)`;
    const { problems } = await load(header, `mug,Mug,TRUE,,9,3,"${options.replaceAll('"', '""')}"`);
    expect(problems).toMatchObject([{ line: 2, message: expect.stringContaining(`The price ${price} is`) }]);
    expect(await catalogue()).toEqual([]);
  });

  it('of 9,999,999.99 are taken [BR-58]', async () => {
    expect((await load(head, 'mug,Mug,TRUE,,9999999.99,3')).problemCount).toBe(0);
    expect(await catalogue()).toEqual(['mug published: - 999999999 3']);
  });
});

describe('an SKU', () => {
  it('that another product has is refused for a new one, in one file or in two [BR-58]', async () => {
    await load(head, 'mug,Mug,TRUE,M-1,9,3');
    const report = await load(head, 'cup,Cup,TRUE,M-1,8,3', 'jug,Jug,TRUE,J-1,7,3', 'pot,Pot,TRUE,J-1,6,3');
    expect(report.problems.map(({ line, message }) => [line, message])).toEqual([
      [2, 'The SKU "M-1" is already used by the product "mug"; the product stays unpublished.'],
      [4, 'The SKU "J-1" is already used by the product "jug"; the product stays unpublished.'],
    ]);
    expect(await catalogue()).toEqual([
      ...[
        'mug published: M-1 900 3',
        'cup hidden: - 800 3',
        'jug published: J-1 700 3',
        'pot hidden: - 600 3',
      ],
    ]);
  });

  it('is not given to a second stored variant either, but two may exchange theirs [BR-58]', async () => {
    await load(head, 'mug,Mug,TRUE,M-1,9,3', 'cup,Cup,TRUE,C-1,8,3');
    expect((await load(head, 'cup,Cup,TRUE,M-1,8,3')).problems).toMatchObject([
      { message: 'The SKU "M-1" is already used by the product "mug"; the variant keeps "C-1".' },
    ]);
    expect(await load(head, 'mug,Mug,TRUE,C-1,9,3', 'cup,Cup,TRUE,M-1,8,3')).toMatchObject({
      problemCount: 0,
    });
    expect(await catalogue()).toEqual(['mug published: C-1 900 3', 'cup published: M-1 800 3']);
  });

  it('of a variant that the file takes out of sale is free [BR-58]', async () => {
    await load(optionHead, 'mug,Mug,TRUE,Glaze,Oat,A,9,3', 'mug,,,,Ink,B,9,3');
    expect(await load(optionHead, 'mug,Mug,TRUE,Glaze,Oat,A,9,3', 'cup,Cup,TRUE,,,B,9,3')).toMatchObject({
      problemCount: 0,
    });
    expect(await catalogue()).toEqual(['mug published: A 900 3', 'cup published: B 900 3']);
  });

  it('of a variant that is left out anyway is free for another product [BR-58]', async () => {
    await load(optionHead, 'mug,Mug,TRUE,Glaze,Oat,A,9,3');
    const report = await load(
      optionHead,
      ...['mug,Mug,TRUE,Glaze,Oat,A,9,3', 'mug,,,,Ink,B,,3', 'cup,Cup,TRUE,,,B,9,3'],
    );
    expect(report.problems).toMatchObject([{ line: 3, column: 'Variant Price' }]);
    expect(await catalogue()).toEqual(['mug published: A 900 3', 'cup published: B 900 3']);
  });

  it('that a variant keeps because its other one is refused goes to no other variant [BR-58]', async () => {
    await load(head, 'mug,Mug,TRUE,A,9,3', 'cup,Cup,TRUE,B,9,3', 'jug,Jug,TRUE,C,9,3');
    // The mug cannot have the jug's SKU, so the cup cannot have the mug's.
    const report = await load(head, 'cup,Cup,TRUE,A,9,3', 'mug,Mug,TRUE,C,9,3');
    expect(report.problems).toMatchObject([
      { message: 'The SKU "A" is already used by the product "mug"; the variant keeps "B".' },
      { message: 'The SKU "C" is already used by the product "jug"; the variant keeps "A".' },
    ]);
    // A new product cannot have the SKU of a variant whose row is rejected either.
    await load(head, 'mug,Mug,TRUE,D,,3', 'pot,Pot,TRUE,A,9,3');
    const kept = ['mug published: A 900 3', 'cup published: B 900 3', 'jug published: C 900 3'];
    expect(await catalogue()).toEqual([...kept, 'pot hidden: - 900 3']);
  });

  it('of a product that is refused as a whole stays its own [BR-58]', async () => {
    await load(optionHead, 'mug,Mug,TRUE,Glaze,Oat,A,9,3');
    const report = await load(head, 'mug,Mug,TRUE,D,9,3', 'pot,Pot,TRUE,A,9,3');
    expect(report.heldBack).toContain('pot');
    expect(await catalogue()).toEqual(['mug published: A 900 3', 'pot hidden: - 900 3']);
  });

  it('that stored products share is imported with a warning, and the command succeeds [BR-58]', async () => {
    await load(head, 'mug,Mug,TRUE,M-1,9,3', 'cup,Cup,TRUE,C-1,8,3');
    await shop.db.write.updateTable('variants').set({ sku: 'BOTH' }).execute();
    const file = join(testFolder(), 'products.csv');
    writeFileSync(file, [head, 'mug,Mug,TRUE,BOTH,10,3', 'cup,Cup,TRUE,BOTH,11,3'].join('\n'));
    const { code, out } = await command('import', file);
    expect([code, out]).toEqual([
      0,
      expect.stringContaining('Warning: line 2, "Variant SKU": The SKU "BOTH" is also used by "cup"'),
    ]);
    expect(await catalogue()).toEqual(['mug published: BOTH 1000 3', 'cup published: BOTH 1100 3']);
  });
});

describe('commands with an SKU that several variants have', () => {
  beforeEach(async () => {
    await load(head, 'mug,Mug,TRUE,M-1,9,3', 'cup,Cup,TRUE,C-1,8,3', 'jug,Jug,TRUE,J-1,7,3');
    await shop.db.write
      .updateTable('variants')
      .set({ sku: 'BOTH' })
      .where('sku', 'in', ['M-1', 'C-1'])
      .execute();
  });

  it.each(['price', 'stock'])('%s names the handles and changes nothing [BR-58]', async (name) => {
    const before = await catalogue();
    const { code, out } = await command(name, 'BOTH', '5');
    expect(code).toBe(1);
    expect(out).toContain('"BOTH" matches several variants, so nothing was changed: mug (Mug); cup (Cup).');
    expect(await catalogue()).toEqual(before);
  });

  it('change the one that is meant by its handle or a clear SKU [BR-58]', async () => {
    expect((await command('price', 'mug', '5')).code).toBe(0);
    expect((await command('stock', 'J-1', '5')).code).toBe(0);
    expect(await catalogue()).toEqual([
      ...['mug published: BOTH 500 3', 'cup published: BOTH 800 3', 'jug published: J-1 700 5'],
    ]);
  });

  it('change nothing by a name that is one product’s handle and another’s SKU [BR-58]', async () => {
    await shop.db.write.updateTable('variants').set({ sku: 'mug' }).where('sku', '=', 'J-1').execute();
    expect(await command('price', 'mug', '5')).toMatchObject({
      code: 1,
      out: expect.stringContaining('mug (Mug); jug (Jug)'),
    });
    expect((await command('stock', 'mug', '5')).code).toBe(0);
    expect((await catalogue())[2]).toBe('jug published: mug 700 5');
  });
});
