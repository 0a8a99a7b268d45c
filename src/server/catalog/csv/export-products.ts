/** Exports all products as a CSV file. Importing that file again changes nothing. */
import { imageVariantUrl, srcsetWidths } from '#lib/media/image.ts';
import type { ReportProgress } from '../../core/track-progress.ts';
import type { Queryable } from '../../db/database.ts';
import { type GalleryImage, readGalleries } from '../../media/images-store.ts';
import { readShopCurrency } from '../currency-store.ts';
import type { StoredProduct } from '../plan-product.ts';
import { readStoredProducts } from '../products-write-store.ts';
import {
  parseJsonColumn,
  type StoredOptions,
  storedOptionsSchema,
  storedStringsSchema,
} from '../stored-json.ts';
import { csvLine, escapeFormula, formatPlainAmount } from './cells.ts';
import { columnHeaderFor, type Field, fields, optionFields } from './columns.ts';

const pageSize = 200;

/** Fields that are not exported, because other columns contain the same information. */
const redundantFields: readonly Field[] = ['status', 'giftCard'];

const columns = fields.filter((field) => !redundantFields.includes(field));

const styleNames = { 1: 'text', 2: 'image', 3: 'colour' } as const;

type Cells = Partial<Record<Field, string>>;

/**
 * Yields the lines of the file, header first.
 * @param db a database snapshot, so that all lines are consistent
 * @param siteUrl origin for the image URLs
 * @param onProgress receives the number of products written
 */
export async function* exportCsv(
  db: Queryable,
  siteUrl: string,
  onProgress: ReportProgress = () => {},
): AsyncGenerator<string> {
  const currency = await readShopCurrency(db);
  const { total } = await db
    .selectFrom('products')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  let done = 0;
  yield toLine(Object.fromEntries(columns.map((field) => [field, columnHeaderFor(field)])));
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('products')
      .select(['id', 'handle'])
      .where('id', '>', last)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(pageSize)
      .execute();
    if (rows.length === 0) return;
    onProgress(done, Number(total));
    done += rows.length;
    last = rows.at(-1)!.id;
    const ids = rows.map((row) => row.id);
    const products = await readStoredProducts(db, { ids });
    const galleries = await readGalleries(db, ids);
    const named = await manualCollections(db, ids);
    for (const { id, handle } of rows) {
      const product = products.get(handle)!;
      const addresses = new Map(
        (galleries.get(id) ?? []).map((picture) => [picture.id, addressOf(picture, siteUrl)]),
      );
      for (const cells of productRows(product, addresses, named.get(id) ?? [], currency)) yield toLine(cells);
    }
  }
}

/** Yields enough rows for all variants and images of a product; only the first row contains the product's own cells. */
function* productRows(
  { row, variants, pictures }: StoredProduct,
  addresses: ReadonlyMap<string, string>,
  collections: readonly string[],
  currency: string,
): Generator<Cells> {
  const options = parseJsonColumn(storedOptionsSchema, row.options);
  const shownSwatches = new Set<string>();
  for (let at = 0; at < Math.max(variants.length, pictures.length); at += 1) {
    const cells: Cells = { handle: row.handle };
    if (at === 0) {
      Object.assign(cells, {
        title: row.title,
        description: row.description_html,
        vendor: row.vendor,
        type: row.product_type,
        tags: parseJsonColumn(storedStringsSchema, row.tags).join(', '),
        collection: collections.join(', '),
        published: flag(row.is_published),
        seoTitle: row.seo_title,
        seoDescription: row.seo_description,
        imgSize: row.img_size,
        presale: flag(row.is_presale),
        shipsOn: row.ships_on,
        virtual: flag(row.is_virtual),
        customOptions: row.custom_options === '[]' ? '' : row.custom_options,
        others: row.others,
      } satisfies Cells);
      optionHeads(options, cells);
    }
    const variant = variants[at];
    if (variant) {
      optionValues(
        options,
        parseJsonColumn(storedStringsSchema, variant.option_values),
        cells,
        shownSwatches,
      );
      Object.assign(cells, {
        sku: variant.sku,
        barcode: variant.barcode,
        price: formatPlainAmount(variant.price, currency),
        compareAtPrice:
          variant.compare_at_price === null ? '' : formatPlainAmount(variant.compare_at_price, currency),
        taxable: flag(variant.is_taxable),
        tracker: variant.is_tracked ? 'shopify' : '',
        quantity: String(variant.stock),
        policy: variant.inventory_policy.toUpperCase(),
        grams: String(variant.weight_grams),
        requiresShipping: flag(variant.requires_shipping),
        variantImage: (variant.media_id && addresses.get(variant.media_id)) || '',
      } satisfies Cells);
    }
    const picture = pictures[at];
    if (picture) {
      cells.image = addresses.get(picture.media_id) ?? '';
      cells.imagePosition = String(at + 1);
      cells.imageAlt = picture.alt;
      cells.imageOption = picture.option_value;
    }
    yield cells;
  }
}

function optionHeads(options: StoredOptions, cells: Cells): void {
  if (options.length === 0) cells.option1Name = 'Title';
  for (const [at, option] of options.entries()) {
    const { name, style } = optionFields[at]!;
    cells[name] = option.name;
    cells[style] = styleNames[option.style];
  }
}

/** Writes the option values of a variant; only the first row with a value contains its swatch. */
function optionValues(
  options: StoredOptions,
  values: readonly string[],
  cells: Cells,
  shown: Set<string>,
): void {
  if (options.length === 0) cells.option1Value = 'Default Title';
  for (const [at, option] of options.entries()) {
    const fields = optionFields[at]!;
    const value = values[at] ?? '';
    cells[fields.value] = value;
    const swatch = option.values.find((entry) => entry.value === value)?.styleValue;
    const key = `${at} ${value}`;
    if (swatch && !shown.has(key)) cells[fields.swatch] = swatch;
    shown.add(key);
  }
}

async function manualCollections(db: Queryable, ids: readonly number[]): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom('product_collections as pc')
    .innerJoin('collections as c', 'c.id', 'pc.collection_id')
    .select(['pc.product_id', 'c.handle'])
    .where('pc.product_id', 'in', [...ids])
    .where('c.rule_tag', '=', '')
    .orderBy('c.id')
    .execute();
  const named = new Map<number, string[]>();
  for (const row of rows) named.set(row.product_id, [...(named.get(row.product_id) ?? []), row.handle]);
  return named;
}

function addressOf(picture: GalleryImage, siteUrl: string): string {
  return siteUrl + imageVariantUrl(picture.id, srcsetWidths(picture).at(-1)!, 'jpeg');
}

function flag(bit: 0 | 1): string {
  return bit === 1 ? 'TRUE' : 'FALSE';
}

/** Numeric columns. A leading minus sign in them does not start a formula, so it is not escaped. */
const plain: readonly Field[] = ['quantity', 'price', 'compareAtPrice', 'grams', 'imagePosition'];

function toLine(cells: Cells): string {
  const texts = columns.map((field) => {
    const text = cells[field] ?? '';
    return plain.includes(field) ? text : escapeFormula(text);
  });
  return csvLine(texts);
}
