/** The data of a product set and the shopper's current selection. Shared by server rendering and the browser. */

import { variantToBagLine } from '#client/bag/variant-line.ts';
import type { NewLine } from '#lib/bag/line.ts';
import * as codes from '#lib/contract/codes.ts';
import { promotionKinds } from '#lib/contract/promotion-kinds.ts';
import type { ApiClient } from '#lib/contract/request.ts';
import type { ProductOffer } from '#lib/contract/storefront.ts';
import type { WireProduct } from '#lib/contract/wire-product.ts';
import { imageVariantUrl } from '#lib/media/image.ts';
import { fetchLinesPrice, type LinesPrice } from './fetch-lines-price.ts';

/** The product fields that a row of the set displays. */
export interface SetProduct {
  id: number;
  title: string;
  seoUrl: string;
  price: number;
  /** URL of a small image, '' for none. */
  picture: string;
  /** Variants for sale; fields with the same value as the product's are omitted. */
  variants: SetVariant[];
}

export interface SetVariant {
  id: number;
  name?: string;
  price?: number;
  picture?: string;
}

/** Reason why there is no price: the set is sold out (`gone`), the promotion has ended (`over`), or the request failed (`unasked`). */
export type NoPriceReason = 'gone' | 'over' | 'unasked';

export type SetCost = LinesPrice | NoPriceReason;

export interface SetDefinition {
  id: number;
  kind: string;
  /** Code that identifies the set in the lines of the bag. */
  code: string;
  /** `product` and `start` are the ids of the page's product and of its initial variant. */
  product: number;
  start: number;
  /** True if each row can contain any product of the set. */
  isPool: boolean;
  rows: {
    /** Id of the row's initial or only product. */
    product: number;
    /** Units of the product, 1 by default. */
    quantity?: number;
    /** Id of the row's only variant, and its option values in `variant`; omitted if the shopper chooses the variant. */
    sku?: number;
    variant?: string;
  }[];
}

/** Props of the product set's island. */
export interface SetProps extends SetDefinition {
  /** The products of all rows, even those without variants for sale. */
  products: SetProduct[];
  /** Price of the initial selection. */
  cost: SetCost;
  /** True on a page about the set, where its products are displayed large. */
  isPage?: true;
}

export interface SetChoice {
  product: SetProduct;
  variant: SetVariant;
}

export interface SetRow {
  choices: SetChoice[];
  /** The selected variant, null if none is available. */
  choice: SetChoice | null;
  quantity: number;
  isOptional: boolean;
  isIn: boolean;
}

/**
 * Fetches current data of the set's products, without products that no longer exist.
 * @param ids ids of the products
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

/** Returns the product fields that a row of the set displays. */
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

/** Returns the URL of the WebP variant for the URL of a JPEG from the API; returns other URLs unchanged. */
function asWebp(address: string): string {
  return address.replace(/^(\/media\/\w+\/\d+)\.jpeg$/, '$1.webp');
}

/**
 * Returns the rows of the set with their available and selected variants.
 * @param fields current form values (`row-0`, `in-0`); null for the initial state
 */
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

/**
 * Returns the bag lines of the selected rows; a variant that is selected in two rows becomes one line with two units.
 * @param products products of the rows
 */
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

/** Fetches the total price of the selected rows. */
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

/** Fetches the price of a selection from a pool, which has a separate endpoint (API-014). */
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
 * Returns the props of the product set's island. If a request fails on the server, the browser repeats it later.
 * @param page ids of the page's product and of its initial variant
 */
export async function fetchSetProps(
  api: ApiClient,
  { id, kind, code, pick, items }: ProductOffer,
  page: Pick<SetDefinition, 'product' | 'start'>,
): Promise<SetProps> {
  const isPool = pick > 0;
  // A pool has one row for each unit to pick. Successive rows start with successive products, and with the first again after the last.
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
