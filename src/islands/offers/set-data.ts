/** A set of products: what the shop says of it, and what is chosen of it. The same for the server, which begins, and for the browser. */

import { lineOf } from '#client/bag/variant-line.ts';
import type { NewLine } from '#lib/bag/line.ts';
import type { CallApi } from '#lib/contract/call.ts';
import { codes } from '#lib/contract/codes.ts';
import { promotionKinds } from '#lib/contract/promotion-kinds.ts';
import type { WireProduct } from '#lib/contract/wire-product.ts';
import { type LinesPrice, priceLines } from './price-lines.ts';

type Variant = Pick<WireProduct['variants'][number], 'id' | 'optionValueNames' | 'salePrice' | 'imgUrl'>;

export interface SetProduct
  extends Pick<WireProduct, 'id' | 'title' | 'seoUrl' | 'thumbnail' | 'salePrice' | 'isVirtual'> {
  options: { name: string }[];
  /** Those that are for sale. */
  variants: Variant[];
}

/** Why there is no price: the shop says the set is sold out or over, or it could not be asked and nobody knows. */
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
    quantity: number;
    /** The one variant that is in the set, and its values; null: the shopper chooses. */
    sku: number | null;
    variant: string;
  }[];
}

/** What the page's island is told. */
export interface ToldSet extends SetRules {
  /** Every row's own among them, even where nothing is known to be for sale. */
  products: SetProduct[];
  /** Of what the rows begin with. */
  cost: SetCost;
}

export interface Choice {
  product: SetProduct;
  variant: Variant;
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
): Promise<SetProduct[] | Missing> {
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
  return answers.flatMap(({ data }) => (data ? [forSale(data)] : []));
}

function forSale(found: WireProduct): SetProduct {
  const { id, title, seoUrl, thumbnail, salePrice, isVirtual } = found;
  const variants = found.variants
    .filter(({ sale_status }) => sale_status === 1)
    .map(({ id: sku, optionValueNames, salePrice: price, imgUrl }) => ({
      ...{ id: sku, optionValueNames, salePrice: price, imgUrl },
    }));
  const options = found.options.map(({ name }) => ({ name }));
  return { id, title, seoUrl, thumbnail, salePrice, isVirtual, options, variants };
}

/** @param fields of the rows as they stand now (`row-0`, `in-0`); null: as the page begins */
export function rowsOf(
  { kind, rows, start, isPool }: SetRules,
  products: readonly SetProduct[],
  fields: FormData | null,
): SetRow[] {
  return rows.map(({ product: first, quantity, sku }, at) => {
    const choices = (isPool ? products : products.filter(({ id }) => id === first)).flatMap((product) =>
      product.variants
        .filter(({ id }) => sku === null || id === sku)
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

/** A variant picked twice is one line of two pieces. */
export function linesOf({ id, kind }: SetRules, rows: readonly SetRow[]): NewLine[] {
  const lines = new Map<number, NewLine>();
  for (const { choice, isIn, quantity } of rows) {
    if (!choice || !isIn) continue;
    const { product, variant } = choice;
    const pieces = (lines.get(variant.id)?.quantity ?? 0) + quantity;
    const skuBundle = kind === promotionKinds.skuBundle ? id : null;
    lines.set(variant.id, { ...lineOf(product, variant), quantity: pieces, sku_bundle_id: skuBundle });
  }
  return [...lines.values()];
}

/** What the rows cost together. */
export async function priceSet(api: CallApi, set: SetRules, rows: readonly SetRow[]): Promise<SetCost> {
  if (rows.some(({ choice, isOptional }) => choice === null && !isOptional)) return 'gone';
  const lines = linesOf(set, rows);
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
  return { origin, pay, hint: { desc: '', params: [] }, status: 1 };
}
