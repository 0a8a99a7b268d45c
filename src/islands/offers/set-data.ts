/** A set of products: what the shop says of it, and what is chosen of it. The same for the server, which begins, and for the browser. */

import { lineOf } from '#client/bag/variant-line.ts';
import type { NewLine } from '#lib/bag/line.ts';
import type { CallApi } from '#lib/contract/call.ts';
import * as codes from '#lib/contract/codes.ts';
import { promotionKinds } from '#lib/contract/promotion-kinds.ts';
import type { ProductOffer } from '#lib/contract/storefront.ts';
import type { WireProduct } from '#lib/contract/wire-product.ts';
import { pictureUrl } from '#lib/media/picture.ts';
import { type LinesPrice, priceLines } from './price-lines.ts';

/** A product as a row shows it. */
export interface SetProduct {
  id: number;
  title: string;
  seoUrl: string;
  price: number;
  /** Address of a small one, '' for none. */
  picture: string;
  /** Those that are for sale, with what differs from the product. */
  variants: SetVariant[];
}

export interface SetVariant {
  id: number;
  name?: string;
  price?: number;
  picture?: string;
}

/** Why there is no price: the shop says the set is sold out or over, or the shop could not be reached. */
export type Missing = 'gone' | 'over' | 'unasked';

export type SetCost = LinesPrice | Missing;

export interface SetRules {
  id: number;
  kind: string;
  /** What its lines carry in the bag. */
  code: string;
  /** The page's product, and the variant the page begins with. */
  product: number;
  start: number;
  /** Each row is picked from all of the products. */
  isPool: boolean;
  rows: {
    /** The product it begins with, or is. */
    product: number;
    /** Pieces of it, by default one. */
    quantity?: number;
    /** The one variant that is in the set, and its values; left out, the shopper chooses. */
    sku?: number;
    variant?: string;
  }[];
}

/** What the page's island is told. */
export interface SetProps extends SetRules {
  /** Every row's own among them, even where nothing is known to be for sale. */
  products: SetProduct[];
  /** Of what the rows begin with. */
  cost: SetCost;
  /** The page is the set's own: its products are shown large. */
  isPage?: true;
}

export interface Choice {
  product: SetProduct;
  variant: SetVariant;
}

export interface SetRow {
  choices: Choice[];
  /** Null: there is nothing of it. */
  choice: Choice | null;
  quantity: number;
  isOptional: boolean;
  isIn: boolean;
}

/**
 * The products as they can be bought now; those that are gone are left out.
 * @param ids of the products
 */
export async function readProducts(
  api: CallApi,
  { id, kind }: Pick<SetRules, 'id' | 'kind'>,
  ids: readonly number[],
): Promise<WireProduct[] | Missing> {
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

/** What rows show of it. */
export function shortOf({ id, title, seoUrl, salePrice, thumbnail, variants }: WireProduct): SetProduct {
  const own = variants.filter(({ sale_status }) => sale_status === 1);
  const shown = own.map((variant) => ({
    id: variant.id,
    ...(variant.optionValueNames.length > 0 && { name: variant.optionValueNames.join(' / ') }),
    ...(variant.salePrice !== salePrice && { price: variant.salePrice }),
    ...(variant.imgUrl && variant.imgUrl !== thumbnail && { picture: asWebp(variant.imgUrl) }),
  }));
  return { id, title, seoUrl, price: salePrice, picture: asWebp(thumbnail), variants: shown };
}

/** The API names pictures as JPEG; each has the same form in WebP. An address from elsewhere stays as it is. */
function asWebp(address: string): string {
  return address.replace(/^(\/media\/\w+\/\d+)\.jpeg$/, '$1.webp');
}

/** @param fields of the rows as they stand now (`row-0`, `in-0`); null: as the page begins */
export function rowsOf(
  { kind, rows, start, isPool }: SetRules,
  products: readonly SetProduct[],
  fields: FormData | null,
): SetRow[] {
  return rows.map(({ product: first, quantity = 1, sku }, at) => {
    const choices = (isPool ? products : products.filter(({ id }) => id === first)).flatMap((product) =>
      product.variants
        .filter(({ id }) => sku === undefined || id === sku)
        .map((variant) => ({ product, variant })),
    );
    const own = choices.filter(({ product }) => product.id === first);
    const wanted = Number(fields?.get(`row-${at}`));
    const choice =
      choices.find(({ variant }) => variant.id === wanted) ??
      own.find(({ variant }) => variant.id === start) ??
      own[0] ??
      choices[0] ??
      null;
    const isOptional = kind === promotionKinds.tying && at > 0;
    const isIn = choice !== null && (!isOptional || fields === null || fields.has(`in-${at}`));
    return { choices, choice, quantity, isOptional, isIn };
  });
}

/** A variant picked twice is one line of two pieces. @param products that the rows are of */
export function linesOf(
  { id, kind }: SetRules,
  rows: readonly SetRow[],
  products: readonly WireProduct[],
): NewLine[] {
  const picked = rows.filter(({ isIn }) => isIn);
  const skuBundle = kind === promotionKinds.skuBundle ? id : null;
  return products.flatMap((product) =>
    product.variants.flatMap((variant) => {
      const own = picked.filter(({ choice }) => choice?.variant.id === variant.id);
      const quantity = own.reduce((sum, row) => sum + row.quantity, 0);
      return quantity > 0 ? [{ ...lineOf(product, variant), quantity, sku_bundle_id: skuBundle }] : [];
    }),
  );
}

/** What the rows cost together. */
export async function priceSet(
  api: CallApi,
  set: SetRules,
  rows: readonly SetRow[],
  products: readonly WireProduct[],
): Promise<SetCost> {
  if (rows.some(({ choice, isOptional }) => choice === null && !isOptional)) return 'gone';
  const lines = linesOf(set, rows, products);
  if (set.kind === promotionKinds.combination) return priceCombination(api, set, lines);
  const price = await priceLines(api, lines, set.code);
  if (!price) return 'unasked';
  return price.status === 0 ? 'over' : price;
}

/** Any N of a pool: its own call knows the offer and its price (API-014). */
async function priceCombination(
  api: CallApi,
  { id, product }: SetRules,
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
 * What the page tells the set's island, and writes of it. What the shop cannot be asked for is left to the browser.
 * @param page its product, and the variant it begins with
 */
export async function setProps(
  api: CallApi,
  { id, kind, code, pick, items }: ProductOffer,
  page: Pick<SetRules, 'product' | 'start'>,
): Promise<SetProps> {
  const isPool = pick > 0;
  // Of a pool: as many rows as pieces are picked, its products in turn.
  const shown = isPool ? Array.from({ length: pick }, (_, at) => items[at % items.length]!) : items;
  const rows = shown.map(({ product, quantity, sku_id, variant }) => ({
    product: product.id,
    ...(quantity > 1 && { quantity }),
    ...(sku_id !== null && { sku: sku_id, variant }),
  }));
  const rules = { id, kind, code, ...page, isPool, rows };
  const cards = new Map(items.map(({ product }) => [product.id, product]));
  const read = await readProducts(api, rules, [...cards.keys()]);
  const found = typeof read === 'string' ? [] : read;
  const short = found.map(shortOf);
  const products = [...cards.values()].map(
    ({ id: own, title, seo_url, sale_price, original }): SetProduct =>
      short.find((product) => product.id === own) ?? {
        ...{ id: own, title, seoUrl: seo_url, price: sale_price, variants: [] },
        picture: original ? pictureUrl(original.id, 320, 'webp') : '',
      },
  );
  const cost =
    typeof read === 'string' ? read : await priceSet(api, rules, rowsOf(rules, products, null), found);
  return { ...rules, products, cost };
}
