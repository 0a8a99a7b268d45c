/** A set of products: its data and the current selection. Server rendering and the browser share this code. */

import { variantToBagLine } from '#client/bag/variant-line.ts';
import type { NewLine } from '#lib/bag/line.ts';
import * as codes from '#lib/contract/codes.ts';
import { promotionKinds } from '#lib/contract/promotion-kinds.ts';
import type { ApiClient } from '#lib/contract/request.ts';
import type { ProductOffer } from '#lib/contract/storefront.ts';
import type { WireProduct } from '#lib/contract/wire-product.ts';
import { imageVariantUrl } from '#lib/media/image.ts';
import { fetchLinesPrice, type LinesPrice } from './fetch-lines-price.ts';

/** A product as a row shows it. */
export interface SetProduct {
  id: number;
  title: string;
  seoUrl: string;
  price: number;
  /** URL of a small picture, '' for none. */
  picture: string;
  /** Variants for sale; fields equal to the product's are omitted. */
  variants: SetVariant[];
}

export interface SetVariant {
  id: number;
  name?: string;
  price?: number;
  picture?: string;
}

/** Why there is no price: the set is sold out or has ended, or the shop could not be reached. */
export type NoPriceReason = 'gone' | 'over' | 'unasked';

export type SetCost = LinesPrice | NoPriceReason;

export interface SetDefinition {
  id: number;
  kind: string;
  /** Identifies the set in its bag lines. */
  code: string;
  /** The page's product, and its initial variant. */
  product: number;
  start: number;
  /** Each row can be any of the products. */
  isPool: boolean;
  rows: {
    /** The initial or only product of the row. */
    product: number;
    /** Units of it, 1 by default. */
    quantity?: number;
    /** The only variant in the set, and its option values; omitted if the shopper chooses. */
    sku?: number;
    variant?: string;
  }[];
}

/** Props of the island. */
export interface SetProps extends SetDefinition {
  /** Includes the product of every row, even if it has no variants for sale. */
  products: SetProduct[];
  /** Of the initial selection. */
  cost: SetCost;
  /** The page is about the set: its products are shown large. */
  isPage?: true;
}

export interface SetChoice {
  product: SetProduct;
  variant: SetVariant;
}

export interface SetRow {
  choices: SetChoice[];
  /** Null if no variant is available. */
  choice: SetChoice | null;
  quantity: number;
  isOptional: boolean;
  isIn: boolean;
}

/**
 * Fetches the products as they are now, without those that no longer exist.
 * @param ids of the products
 */
export async function fetchSetProducts(
  api: ApiClient,
  { id, kind }: Pick<SetDefinition, 'id' | 'kind'>,
  ids: readonly number[],
): Promise<WireProduct[] | NoPriceReason> {
  const isTying = kind === promotionKinds.tying;
  const offer = isTying ? await api('GET /api/v1/promotion/tying/:id', { params: { id } }) : null;
  if (offer && offer.code !== codes.ok) return offer.code === codes.notFound ? 'gone' : 'unasked';
  const answers = await Promise.all(
    ids.map((pid) =>
      isTying
        ? api('GET /api/v1/promotion/tying/:id/product/:pid', { params: { id, pid } })
        : api('GET /api/v1/cart/product/:id', { params: { id: pid } }),
    ),
  );
  if (answers.some(({ code }) => code !== codes.ok && code !== codes.notFound)) return 'unasked';
  return answers.flatMap(({ data }) => (data ? [data] : []));
}

/** Returns the fields that a row shows. */
export function toSetProduct({ id, title, seoUrl, salePrice, thumbnail, variants }: WireProduct): SetProduct {
  const variantsOnSale = variants.filter(({ sale_status }) => sale_status === 1);
  const shown = variantsOnSale.map((variant) => ({
    id: variant.id,
    ...(variant.optionValueNames.length > 0 && { name: variant.optionValueNames.join(' / ') }),
    ...(variant.salePrice !== salePrice && { price: variant.salePrice }),
    ...(variant.imgUrl && variant.imgUrl !== thumbnail && { picture: asWebp(variant.imgUrl) }),
  }));
  return { id, title, seoUrl, price: salePrice, picture: asWebp(thumbnail), variants: shown };
}

/** Returns the WebP variant of a JPEG from the API; other URLs stay as they are. */
function asWebp(address: string): string {
  return address.replace(/^(\/media\/\w+\/\d+)\.jpeg$/, '$1.webp');
}

/** Returns the rows and their choices. @param fields current form values (`row-0`, `in-0`); null for the initial state */
export function buildSetRows(
  { kind, rows, start, isPool }: SetDefinition,
  products: readonly SetProduct[],
  fields: FormData | null,
): SetRow[] {
  return rows.map(({ product: first, quantity = 1, sku }, at) => {
    const choices = (isPool ? products : products.filter(({ id }) => id === first)).flatMap((product) =>
      product.variants
        .filter(({ id }) => sku === undefined || id === sku)
        .map((variant) => ({ product, variant })),
    );
    const productChoices = choices.filter(({ product }) => product.id === first);
    const selectedId = Number(fields?.get(`row-${at}`));
    const choice =
      choices.find(({ variant }) => variant.id === selectedId) ??
      productChoices.find(({ variant }) => variant.id === start) ??
      productChoices[0] ??
      choices[0] ??
      null;
    const isOptional = kind === promotionKinds.tying && at > 0;
    const isIn = choice !== null && (!isOptional || fields === null || fields.has(`in-${at}`));
    return { choices, choice, quantity, isOptional, isIn };
  });
}

/** Returns the bag lines; a variant picked twice is one line of two units. @param products of the rows */
export function buildSetLines(
  { id, kind }: SetDefinition,
  rows: readonly SetRow[],
  products: readonly WireProduct[],
): NewLine[] {
  const picked = rows.filter(({ isIn }) => isIn);
  const skuBundle = kind === promotionKinds.skuBundle ? id : null;
  return products.flatMap((product) =>
    product.variants.flatMap((variant) => {
      const matchingRows = picked.filter(({ choice }) => choice?.variant.id === variant.id);
      const quantity = matchingRows.reduce((sum, row) => sum + row.quantity, 0);
      return quantity > 0
        ? [{ ...variantToBagLine(product, variant), quantity, sku_bundle_id: skuBundle }]
        : [];
    }),
  );
}

/** Fetches the total price of the rows. */
export async function fetchSetPrice(
  api: ApiClient,
  set: SetDefinition,
  rows: readonly SetRow[],
  products: readonly WireProduct[],
): Promise<SetCost> {
  if (rows.some(({ choice, isOptional }) => choice === null && !isOptional)) return 'gone';
  const lines = buildSetLines(set, rows, products);
  if (set.kind === promotionKinds.combination) return priceCombination(api, set, lines);
  const price = await fetchLinesPrice(api, lines, set.code);
  if (!price) return 'unasked';
  return price.status === 0 ? 'over' : price;
}

/** Prices any N of a pool, which has a separate endpoint (API-014). */
async function priceCombination(
  api: ApiClient,
  { id, product }: SetDefinition,
  lines: readonly NewLine[],
): Promise<SetCost> {
  const variant_ids = lines.flatMap((line) => Array<number>(line.quantity ?? 1).fill(line.sku_id));
  const answer = await api('POST /api/v1/combination/product/:id', {
    params: { id: product },
    body: { combination_id: id, variant_ids },
  });
  if (answer.code === codes.notFound) return 'over';
  if (answer.code !== codes.ok || !answer.data) return 'unasked';
  const { origin_amount: origin, pay_amount: pay } = answer.data;
  return { origin, pay, hint: null, status: 1 };
}

/**
 * Returns the props of the set's island. The browser fetches data that the shop did not return here.
 * @param page its product, and its initial variant
 */
export async function fetchSetProps(
  api: ApiClient,
  { id, kind, code, pick, items }: ProductOffer,
  page: Pick<SetDefinition, 'product' | 'start'>,
): Promise<SetProps> {
  const isPool = pick > 0;
  // A pool has one row for each unit to pick; its products take turns.
  const shown = isPool ? Array.from({ length: pick }, (_, at) => items[at % items.length]!) : items;
  const rows = shown.map(({ product, quantity, sku_id, variant }) => ({
    product: product.id,
    ...(quantity > 1 && { quantity }),
    ...(sku_id !== null && { sku: sku_id, variant }),
  }));
  const rules = { id, kind, code, ...page, isPool, rows };
  const cards = new Map(items.map(({ product }) => [product.id, product]));
  const read = await fetchSetProducts(api, rules, [...cards.keys()]);
  const found = typeof read === 'string' ? [] : read;
  const short = found.map(toSetProduct);
  const products = [...cards.values()].map(
    ({ id: productId, title, seo_url, sale_price, original }): SetProduct =>
      short.find((product) => product.id === productId) ?? {
        ...{ id: productId, title, seoUrl: seo_url, price: sale_price, variants: [] },
        picture: original ? imageVariantUrl(original.id, 320, 'webp') : '',
      },
  );
  const cost =
    typeof read === 'string'
      ? read
      : await fetchSetPrice(api, rules, buildSetRows(rules, products, null), found);
  return { ...rules, products, cost };
}
