/** Reads the products for the search index: all products that are published and not deleted. */
import { saleStatus } from '../catalog/stock.ts';
import {
  parseJsonColumn,
  parseStrings,
  type StoredOptions,
  storedOptionsSchema,
  storedStringsSchema,
} from '../catalog/stored-json.ts';
import type { Queryable } from '../db/database.ts';
import type { SearchableProduct } from './indexed-product.ts';
import { stripHtml } from './tokenizer.ts';

/** Returns products with ids above `after`, in ascending order of id. */
export async function readSearchableProductsAfter(
  db: Queryable,
  after: number,
  limit: number,
): Promise<SearchableProduct[]> {
  return withDetails(db, await products(db).where('id', '>', after).orderBy('id').limit(limit).execute());
}

/** Returns those of the given products that are published and not deleted. @param ids at most 500 */
export async function readSearchableProductsById(
  db: Queryable,
  ids: readonly number[],
): Promise<SearchableProduct[]> {
  return withDetails(db, await products(db).where('id', 'in', ids).execute());
}

function products(db: Queryable) {
  return db
    .selectFrom('products')
    .select([
      'id',
      'handle',
      'title',
      'vendor',
      'product_type',
      'tags',
      'options',
      'description_html',
      'in_stock',
      'min_price',
      'created_at',
    ])
    .where('is_published', '=', 1)
    .where('deleted_at', 'is', null);
}

type Row = Awaited<ReturnType<ReturnType<typeof products>['executeTakeFirstOrThrow']>>;

async function withDetails(db: Queryable, rows: readonly Row[]): Promise<SearchableProduct[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const [variants, places] = await Promise.all([readVariants(db, ids), readPlaces(db, ids)]);
  const variantsOf = Map.groupBy(variants, (variant) => variant.product_id);
  const placesOf = Map.groupBy(places, (place) => place.product_id);
  return rows.map((row) => {
    const productVariants = variantsOf.get(row.id) ?? [];
    const forSale = productVariants.filter(canBeBought);
    const prices = (forSale.length > 0 ? forSale : productVariants).map((variant) => variant.price);
    return {
      id: row.id,
      handle: row.handle,
      title: row.title,
      vendor: row.vendor,
      productType: row.product_type,
      tags: parseJsonColumn(storedStringsSchema, row.tags),
      options: withStock(parseJsonColumn(storedOptionsSchema, row.options), productVariants, forSale),
      description: stripHtml(row.description_html),
      skus: productVariants.map((variant) => variant.sku),
      barcodes: productVariants.map((variant) => variant.barcode),
      prices: prices.length > 0 ? [...new Set(prices)] : [row.min_price],
      inStock: row.in_stock === 1,
      createdAt: row.created_at,
      places: (placesOf.get(row.id) ?? []).map((place) => ({
        collectionId: place.collection_id,
        position: place.position,
      })),
    };
  });
}

function readVariants(db: Queryable, productIds: readonly number[]) {
  return db
    .selectFrom('variants')
    .select([
      'product_id',
      'sku',
      'barcode',
      'price',
      'stock',
      'is_tracked',
      'inventory_policy',
      'option_values',
    ])
    .where('product_id', 'in', productIds)
    .where('deleted_at', 'is', null)
    .execute();
}

type Variant = Awaited<ReturnType<typeof readVariants>>[number];

/** Sets `isSoldOut` on option values that are sold out although the product is not. */
function withStock(
  options: StoredOptions,
  variants: readonly Variant[],
  forSale: readonly Variant[],
): SearchableProduct['options'] {
  // Usually all variants are for sale or none is. In that case their option values need no parsing.
  if (forSale.length === 0 || forSale.length === variants.length) return options;
  const valuesForSale = forSale.map(({ option_values }) => parseStrings(option_values));
  return options.map((option, at) => {
    const available = new Set(valuesForSale.map((values) => values[at]));
    const values = option.values.map((value) => ({ ...value, isSoldOut: !available.has(value.value) }));
    return { ...option, values };
  });
}

function canBeBought(variant: Variant): boolean {
  const { stock, is_tracked, inventory_policy } = variant;
  return saleStatus({ stock, isTracked: is_tracked === 1, inventoryPolicy: inventory_policy }) === 1;
}

function readPlaces(db: Queryable, productIds: readonly number[]) {
  return db
    .selectFrom('product_collections')
    .select(['product_id', 'collection_id', 'position'])
    .where('product_id', 'in', productIds)
    .execute();
}
