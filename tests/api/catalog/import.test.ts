import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { importProducts } from '#server/catalog/csv/import-products.ts';
import { readProduct } from '#server/catalog/products-store.ts';
import { readVariantsOfProduct } from '#server/catalog/variants-store.ts';
import { closeAtEnd } from '../harness/clean-up.ts';
import { createTestShop, type TestShop } from '../harness.ts';
import { importForSale, importText, testFolder } from './files.ts';

const png = (color: string) =>
  sharp({ create: { width: 60, height: 80, channels: 3, background: color } })
    .png()
    .toBuffer();

/** An export of another shop, with column names from before 2025 and columns that the importer ignores. */
const oldNames = [
  'Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Option3 Name,Option3 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Fulfillment Service,Variant Price,Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Variant Barcode,Image Src,Image Position,Image Alt Text,Gift Card,SEO Title,SEO Description,Google Shopping / Google Product Category,Variant Image,Variant Weight Unit,Cost per item,Status',
  'tea-towel,Tea towel,"<p style=""text-align:center"">Soft, <b>striped</b></p><script>x()</script>",Acme,Home,Towel,"Kitchen, Cotton , kitchen",true,Colour,Red,Size,S,,,TT-R-S,120.0,shopify,10,deny,manual,12.50,15.00,true,true,123,,,,false,Buy a towel,It dries,,,g,4.00,active',
  'tea-towel,,,,,,,,,Red,,L,,,TT-R-L,180,shopify,0,deny,manual,14.50,,true,true,,,,,,,,,,g,,',
  'tea-towel,,,,,,,,,Blue,,S,,,TT-B-S,120,shopify,-2,continue,manual,12.50,,true,false,,,,,,,,,,g,,',
  'gift-voucher,Voucher,,Acme,,,,true,Title,Default Title,,,,,,0,,0,deny,gift_card,25.00,,false,false,,,,,true,,,,,kg,,draft',
  '',
].join('\n');

async function product(shop: TestShop, handle: string) {
  const found = await readProduct(shop.db.read, { handle });
  if (!found) throw new Error(`no product ${handle}`);
  // Adds the variant fields that only the bag and checkout need.
  return { ...found, variants: await readVariantsOfProduct(shop.db.read, found.id) };
}

describe('importing a product file', () => {
  it("reads another shop's export with the old column names at first try", async () => {
    const shop = await createTestShop();
    const report = await importText(shop, oldNames);
    expect(report).toMatchObject({ rows: 4, created: 2, problemCount: 0 });
    expect(report.unusedColumns).toContain('Cost per item');
    const towel = await product(shop, 'tea-towel');
    expect(towel.descriptionHtml).toBe('<p class="rich-center">Soft, <b>striped</b></p>');
    expect(towel.options.map(({ name, values }) => [name, values.map(({ value }) => value)])).toEqual([
      ['Colour', ['Red', 'Blue']],
      ['Size', ['S', 'L']],
    ]);
    expect(
      towel.variants.map(({ sku, price, compareAtPrice, stock, inventoryPolicy, isTaxable, weightGrams }) => [
        sku,
        price,
        compareAtPrice,
        stock,
        inventoryPolicy,
        isTaxable,
        weightGrams,
      ]),
    ).toEqual([
      ['TT-R-S', 1250, 1500, 10, 'deny', true, 120],
      ['TT-R-L', 1450, null, 0, 'deny', true, 180],
      ['TT-B-S', 1250, null, -2, 'continue', false, 120],
    ]);
    expect([towel.seoTitle, towel.seoDescription]).toEqual(['Buy a towel', 'It dries']);
    expect(await readProduct(shop.db.read, { handle: 'gift-voucher' })).toBeNull();
    const collections = await shop.db.read
      .selectFrom('collections')
      .select(['handle', 'product_count'])
      .orderBy('handle')
      .execute();
    expect(collections).toEqual([
      { handle: 'cotton', product_count: 1 },
      { handle: 'kitchen', product_count: 1 },
    ]);
  });

  it('forgets the pages of a product with the price that changes, even if the import dies after it', async () => {
    const shop = await createTestShop();
    const file = join(testFolder(), 'products.csv');
    const write = (price: string) =>
      writeFileSync(
        file,
        `Handle,Title,Published,Variant Price,Variant Inventory Qty\njug,Jug,TRUE,${price},1\n`,
      );
    write('30.00');
    await importProducts(shop.services, file);
    const { id } = await product(shop, 'jug');
    await shop.db.write.deleteFrom('purges').execute();
    write('40.00');
    const dying = importProducts(shop.services, file, {
      onProgress: () => {
        throw new Error('killed');
      },
    });
    await expect(dying).rejects.toThrow('killed');
    expect((await product(shop, 'jug')).variants[0]?.price).toBe(4000);
    const purges = await shop.db.read.selectFrom('purges').select('tag').execute();
    expect(purges).toContainEqual({ tag: `product:${id}` });
  });

  it('reads the new column names, semicolons and a byte-order mark', async () => {
    const shop = await createTestShop();
    const report = await importText(
      shop,
      '\uFEFFTitle;URL handle;Option1 name;Option1 value;Price;Compare-at price;Inventory quantity;Continue selling when out of stock;Published on online store\r\nJug;jug;Size;1 l;30.00;;4;DENY;TRUE\r\n;jug;;2 l;40.00;55;0;CONTINUE;\r\n',
    );
    expect(report).toMatchObject({ created: 1, problemCount: 0 });
    const jug = await product(shop, 'jug');
    expect(
      jug.variants.map(({ title, price, compareAtPrice, stock, inventoryPolicy, isTracked }) => ({
        title,
        price,
        compareAtPrice,
        stock,
        inventoryPolicy,
        isTracked,
      })),
    ).toEqual([
      { title: '1 l', price: 3000, compareAtPrice: null, stock: 4, inventoryPolicy: 'deny', isTracked: true },
      {
        title: '2 l',
        price: 4000,
        compareAtPrice: 5500,
        stock: 0,
        inventoryPolicy: 'continue',
        isTracked: true,
      },
    ]);
  });

  it('imports the good rows and names the bad ones by line and column', async () => {
    const shop = await createTestShop();
    const report = await importText(
      shop,
      [
        'Handle,Title,Published,Option1 Name,Option1 Value,Variant Price,Variant Inventory Qty,Image Src',
        'good,Good,TRUE,Size,S,10.00,1,',
        'good,,,,M,ten,1,',
        'good,,,,L,12.00,many,',
        'good,,,,S,10.00,1,',
        'no-title,,TRUE,,,5.00,1,',
        'no-price,No price,TRUE,,,,1,',
        ',,,,,3.00,1,',
        '"multi',
        'line","Multi ""quoted"", title",TRUE,,,7.00,1,missing.png',
        'good,Good again,TRUE,Size,XL,10.00,1,',
        'last,Last,TRUE,,,8.00,2,',
      ].join('\n'),
    );
    expect(report.problems.map(({ line, column, message }) => [line, column, message.slice(0, 30)])).toEqual([
      [3, 'Variant Price', '"ten" is not an amount; write '],
      [4, 'Variant Inventory Qty', '"many" is not a whole number.'],
      [5, 'Option1 Value', 'This variant appears in an ear'],
      [6, 'Title', 'The first row of a product mus'],
      [7, 'Variant Price', 'The variant needs a price; the'],
      [8, 'Handle', 'The row has neither a handle n'],
      [9, 'Image Src', 'There is no file "missing.png"'],
      [11, 'Handle', '"good" also appears earlier in'],
    ]);
    expect(report).toMatchObject({ created: 4, problemCount: 8 });
    expect(report.heldBack).toEqual(['good', 'no-price', 'multi-line']);
    const stored = await shop.db.read
      .selectFrom('variants as v')
      .innerJoin('products as p', 'p.id', 'v.product_id')
      .select(['p.handle', 'p.title', 'p.is_published', 'v.title as variant', 'v.price'])
      .orderBy('p.id')
      .execute();
    expect(stored.map(Object.values)).toEqual([
      ['good', 'Good', 0, 'S', 1000],
      ['no-price', 'No price', 0, '', 0],
      ['multi-line', 'Multi "quoted", title', 0, '', 700],
      ['last', 'Last', 1, '', 800],
    ]);
  });

  it('says in plain words when a file is no product file', async () => {
    const shop = await createTestShop();
    await expect(importText(shop, 'a,b\n1,2\n')).rejects.toThrow('not a product file');
    await expect(importText(shop, '')).rejects.toThrow('empty');
    await expect(importText(shop, 'Handle,URL handle,Title\n')).rejects.toThrow('mean the same');
  });

  it('changes nothing the second time, and only what differs the third', async () => {
    const shop = await createTestShop();
    await importText(shop, oldNames);
    const before = await shop.db.read.selectFrom('variants').selectAll().orderBy('id').execute();
    const purges = () => shop.db.read.selectFrom('purges').select('tag').orderBy('id').execute();
    const purged = (await purges()).length;
    shop.clock.advance(1000);
    expect(await importText(shop, oldNames)).toMatchObject({ created: 0, changed: 0, unchanged: 2 });
    expect(await shop.db.read.selectFrom('variants').selectAll().orderBy('id').execute()).toEqual(before);
    expect((await purges()).length).toBe(purged);

    const cheaper = oldNames.replace(
      'TT-R-L,180,shopify,0,deny,manual,14.50',
      'TT-R-L,180,shopify,3,deny,manual,9.50',
    );
    expect(await importText(shop, cheaper)).toMatchObject({ changed: 1, unchanged: 1 });
    const towel = await product(shop, 'tea-towel');
    expect(towel.variants.map(({ id }) => id)).toEqual(before.slice(0, 3).map(({ id }) => id));
    expect(towel.variants[1]).toMatchObject({ price: 950, stock: 3 });
    const keys = await shop.db.read.selectFrom('product_collections').select('min_price').execute();
    expect(keys.map((row) => row.min_price)).toEqual([950, 950]);
    expect((await purges()).slice(purged).map((row) => row.tag)).toContain(`product:${towel.id}`);
  });

  it('keeps what the file has no column for, and drops variants it no longer has', async () => {
    const shop = await createTestShop();
    await importText(shop, oldNames);
    await importText(
      shop,
      'Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant Price\ntea-towel,Tea towel,Colour,Red,Size,S,11.00\n',
    );
    const towel = await product(shop, 'tea-towel');
    expect(towel.variants.map(({ sku, price, stock }) => [sku, price, stock])).toEqual([
      ['TT-R-S', 1100, 10],
    ]);
    expect(towel.seoTitle).toBe('Buy a towel');
    const all = await shop.db.read
      .selectFrom('variants')
      .select(['sku', 'deleted_at'])
      .where('sku', 'like', 'TT-%')
      .orderBy('id')
      .execute();
    expect(all.map((row) => row.deleted_at === null)).toEqual([true, false, false]);
  });

  it('takes away a compare-at price that the file empties, and keeps one it has no column for', async () => {
    const shop = await createTestShop();
    const compareAt = async (columns: string, values: string) => {
      await importForSale(shop, `Handle,Title,Variant Price${columns}\njug,Jug,12.50${values}\n`);
      return (await product(shop, 'jug')).variants.map(({ compareAtPrice }) => compareAtPrice);
    };
    expect(await compareAt(',Variant Compare At Price', ',15.00')).toEqual([1500]);
    expect(await compareAt('', '')).toEqual([1500]);
    expect(await compareAt(',Variant Compare At Price', ',')).toEqual([null]);
  });

  it('takes away the day on which a product ships that the file empties, and keeps one it has no column for', async () => {
    const shop = await createTestShop();
    const shipsOn = async (columns: string, values: string) => {
      await importForSale(shop, `Handle,Title,Variant Price${columns}\noven,Oven,900${values}\n`);
      return (await product(shop, 'oven')).shipsOn;
    };
    const column = ',Ships on (product.metafields.atoll.ships_on)';
    expect(await shipsOn('', '')).toBeNull();
    expect(await shipsOn(column, ',2027-01-11')).toBe('2027-01-11');
    expect(await shipsOn('', '')).toBe('2027-01-11');
    expect(await shipsOn(column, ',')).toBeNull();
  });

  it.each(['11.01.2027', '2027-02-30', '2027-1-11', '2027-01-11T00:00:00Z', 'soon'])(
    'refuses a product that ships on "%s", and names the column',
    async (day) => {
      const shop = await createTestShop();
      const column = 'Ships on (product.metafields.atoll.ships_on)';
      const file = (cell: string) => `Handle,Title,Variant Price,${column}\noven,Oven,900,${cell}\n`;
      await importForSale(shop, file('2027-01-11'));
      expect((await importForSale(shop, file(day))).problems).toEqual([
        { line: 2, column, message: `"${day}" is not a date; write it like 2027-01-11.` },
      ]);
      expect((await product(shop, 'oven')).shipsOn).toBe('2027-01-11');
    },
  );

  it('keeps a variant whose row is bad', async () => {
    const shop = await createTestShop();
    await importText(shop, oldNames);
    await importText(shop, oldNames.replace('manual,14.50', 'manual,oops'));
    expect((await product(shop, 'tea-towel')).variants.map(({ sku }) => sku).sort()).toEqual([
      'TT-B-S',
      'TT-R-L',
      'TT-R-S',
    ]);
  });

  it('drops a variant that does not fit the options of a file with a bad row', async () => {
    const shop = await createTestShop();
    await importForSale(shop, 'Handle,Title,Variant SKU,Variant Price\nlamp,Lamp,OLD,20\n');
    const head = 'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price';
    await importForSale(shop, `${head}\nlamp,Lamp,Glaze,Oat,OAT,20\nlamp,,,Ink,INK,oops\n`);
    expect((await product(shop, 'lamp')).variants.map(({ sku }) => sku)).toEqual(['OAT']);
  });

  it('takes a product out of lists and search when it is unpublished, and puts it back', async () => {
    const shop = await createTestShop();
    const file = (published: string) =>
      `Handle,Title,Tags,Published,Variant Price\nlamp,Night lamp,Light,${published},20.00\n`;
    await importForSale(shop, file('TRUE'));
    const listed = async () => {
      const collection = await shop.db.read
        .selectFrom('collections')
        .select('product_count')
        .executeTakeFirstOrThrow();
      return collection.product_count;
    };
    expect(await listed()).toBe(1);
    await importForSale(shop, file('FALSE'));
    expect([await listed(), await readProduct(shop.db.read, { handle: 'lamp' })]).toEqual([0, null]);
    await importForSale(shop, file('TRUE'));
    expect([await listed(), (await product(shop, 'lamp')).title]).toEqual([1, 'Night lamp']);
  });

  it('brings in pictures from beside the file and from the web, each once, in order', async () => {
    const shop = await createTestShop();
    const folder = testFolder();
    writeFileSync(join(folder, 'a.png'), await png('#ff0000'));
    const remote = await png('#00ff00');
    let asked = 0;
    const server = createServer((_request, response) => {
      asked += 1;
      response.end(remote);
    });
    await new Promise<void>((open) => server.listen(0, '127.0.0.1', open));
    closeAtEnd(async () => void server.close());
    const web = `http://127.0.0.1:${(server.address() as AddressInfo).port}/b.png`;
    const file = join(folder, 'products.csv');
    writeFileSync(
      file,
      `Handle,Title,Published,Option1 Name,Option1 Value,Variant Price,Variant Inventory Qty,Image Src,Image Position,Image Alt Text,Variant Image\nvase,Vase,TRUE,Colour,Red,10,1,${web},2,Green one,a.png\nvase,,,,Green,10,1,a.png,1,Red one,${web}\n`,
    );
    const refused = await importProducts(shop.services, file);
    expect(refused.problems.map(({ message }) => message)).toEqual(
      [
        'The URL points to a private network. Use a public URL.',
        'The URL points to a private network. Use a public URL.',
      ].slice(0, refused.problems.length),
    );
    expect(refused.problemCount).toBeGreaterThan(0);
    expect(asked).toBe(0);
    const report = await importProducts(shop.services, file, { isAllowed: () => true });
    expect([report.problemCount, report.changed, asked]).toEqual([0, 1, 1]);
    const vase = await product(shop, 'vase');
    expect(vase.gallery.map(({ alt, width, color }) => [alt, width, color])).toEqual([
      ['Red one', 60, '#ff0000'],
      ['Green one', 60, '#00ff00'],
    ]);
    expect(vase.variants.map((variant) => variant.picture?.color)).toEqual(['#ff0000', '#00ff00']);
  });

  it('reads no file outside its folder', async () => {
    const shop = await createTestShop();
    const report = await importText(shop, 'Handle,Title,Variant Price,Image Src\nx,X,1,../../etc/passwd\n');
    expect(report.problems[0]?.message).toContain('outside the folder');
  });
});
