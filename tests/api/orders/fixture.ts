/** A small shop to order from, and its shoppers. */

import type { RequestInput } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import type { CheckoutInput } from '#lib/contract/wire-checkout.ts';
import { saveCollections } from '#server/catalog/collections-store.ts';
import type { PaymentProvider } from '#server/core/payment-provider.ts';
import type { Visitor } from '../harness/visitor.ts';
import { createTestShop, type TestShop, type TestShopOptions } from '../harness.ts';

export interface VariantSeed {
  price: number;
  stock: number;
  policy?: 'deny' | 'continue';
  isTracked?: boolean;
  isTaxable?: boolean;
  requiresShipping?: boolean;
  isPresale?: boolean;
  grams?: number;
  title?: string;
}

let products = 0;

/** Adds a product with one variant. @returns the ids of both */
export async function addProduct(
  shop: TestShop,
  seed: VariantSeed,
): Promise<{ product: number; variant: number }> {
  products += 1;
  const title = seed.title ?? `Bowl ${products}`;
  const now = shop.clock.now();
  const product = await shop.db.write
    .insertInto('products')
    .values({
      handle: `product-${products}`,
      title,
      description_html: '',
      vendor: '',
      product_type: '',
      tags: '[]',
      options: JSON.stringify([{ name: 'Colour', style: 1, values: [{ value: 'Sand' }] }]),
      custom_options: '[]',
      others: '{}',
      is_published: 1,
      is_presale: seed.isPresale ? 1 : 0,
      is_virtual: 0,
      img_size: '1:1',
      seo_title: '',
      seo_description: '',
      min_price: seed.price,
      max_price: seed.price,
      in_stock: 1,
      comment_num: 0,
      comment_star_sum: 0,
      sold_count: 0,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const variant = await shop.db.write
    .insertInto('variants')
    .values({
      product_id: product.id,
      position: 0,
      title: 'Sand',
      option_values: '["Sand"]',
      sku: `SKU-${products}`,
      barcode: '',
      price: seed.price,
      compare_at_price: null,
      stock: seed.stock,
      is_tracked: seed.isTracked === false ? 0 : 1,
      inventory_policy: seed.policy ?? 'deny',
      weight_grams: seed.grams ?? 500,
      requires_shipping: seed.requiresShipping === false ? 0 : 1,
      is_taxable: seed.isTaxable === false ? 0 : 1,
      media_id: null,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { product: product.id, variant: variant.id };
}

export interface CouponSeed {
  code: string;
  amountOff: number;
  usageLimit?: number;
  perCustomer?: number;
}

/** Adds an active coupon for all products. */
export async function addCoupon(shop: TestShop, seed: CouponSeed): Promise<number> {
  const { id } = await shop.db.write
    .insertInto('promotions')
    .values({
      kind: 'code',
      discount_type: 2,
      title: seed.code,
      seo_url: seed.code.toLowerCase(),
      code: seed.code,
      status: 1,
      starts_at: 0,
      ends_at: null,
      range_type: 1,
      range_ids: '[]',
      rules: JSON.stringify({ mode: 'amount_off', value: seed.amountOff }),
      priority: 0,
      usage_limit: seed.usageLimit ?? null,
      per_customer_limit: seed.perCustomer ?? null,
      used_count: 0,
      json_config: '{}',
      updated_at: shop.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Opens a shop that offers a card; its provider rejects every call, because placing an order must not call it. */
export async function createOrderShop(options: TestShopOptions = {}): Promise<TestShop> {
  const shop = await createTestShop(options);
  const refuse = () => Promise.reject(new Error('orders do not call providers'));
  const provider: PaymentProvider = {
    name: 'simulated',
    payee: 'shop',
    create: refuse,
    capture: refuse,
    status: refuse,
    find: refuse,
    refund: refuse,
    webhook: refuse,
    available: () => Promise.resolve(true),
  };
  shop.payments.set('simulated', provider);
  return shop;
}

export interface Wanted {
  product: number;
  variant: number;
  quantity?: number;
  price?: number;
  isSelected?: boolean;
}

/** Returns the body that opens a checkout from the bag. */
export function bagOf(
  wanted: readonly Wanted[],
  coupon = '',
): RequestInput<Endpoints['POST /api/v1/checkout']>['body'] {
  return {
    source: 2,
    checkouts: [
      {
        coupon,
        variant_items: wanted.map((item, index) => ({
          product_id: item.product,
          variant_id: item.variant,
          quantity: item.quantity ?? 1,
          variant_price: item.price,
          is_selected: item.isSelected === false ? 0 : 1,
          random_id: `line-${index}`,
        })),
      },
    ],
  };
}

export const oregon = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  address1: '12 Elm Street',
  city: 'Portland',
  zip: '97204',
  province: 'OR',
  country_code: 'US',
  phone: '+1 503 555 0100',
};

/** Everything that a checkout page submits. */
export const filledIn: CheckoutInput = {
  email: 'ada@example.com',
  address: oregon,
  shipping_id: 'us-express',
  payment_method: 'card',
};

export async function openCheckout(
  visitor: Visitor,
  wanted: readonly Wanted[],
  coupon = '',
): Promise<string> {
  const { checkout } = await visitor.data('POST /api/v1/checkout', { body: bagOf(wanted, coupon) });
  return checkout.token;
}

export function submit(visitor: Visitor, token: string, body: CheckoutInput = filledIn) {
  return visitor.call('POST /:shop_id/checkouts/:token', { params: { shop_id: 1, token }, body });
}

/** Opens a checkout and places its order. @returns the checkout's token, the order number and the total in currency units */
export async function order(visitor: Visitor, wanted: readonly Wanted[], body: CheckoutInput = filledIn) {
  const token = await openCheckout(visitor, wanted);
  const answer = await submit(visitor, token, body);
  if (answer.code !== 0 || !answer.data) throw new Error(`refused: ${answer.code} ${answer.msg}`);
  return { token, orderNo: answer.data.order_no, total: answer.data.total_price };
}

/** Returns the units of a variant in stock that no order holds. */
export async function stockOf(shop: TestShop, variant: number): Promise<number> {
  const row = await shop.db.read
    .selectFrom('variants')
    .select('stock')
    .where('id', '=', variant)
    .executeTakeFirstOrThrow();
  return row.stock;
}

/** Deletes a variant, like an import that no longer contains it. */
export async function deleteVariant(shop: TestShop, variant: number): Promise<void> {
  const change = { deleted_at: shop.clock.now() };
  await shop.db.write.updateTable('variants').set(change).where('id', '=', variant).execute();
}

/** Puts a product into a new collection. @returns the collection's id */
export async function listIn(shop: TestShop, handle: string, productId: number): Promise<number> {
  const now = shop.clock.now();
  return shop.db.transaction(async (trx) => {
    const [id] = await saveCollections(trx, [{ handle, title: handle }], now);
    const place = {
      collection_id: id!,
      product_id: productId,
      position: 1,
      min_price: 0,
      title_key: '',
      created_at: now,
    };
    await trx.insertInto('product_collections').values(place).execute();
    return id!;
  });
}

/** Returns the cache tags purged since the last call. */
export async function takePurges(shop: TestShop): Promise<string[]> {
  const rows = await shop.db.read.selectFrom('purges').select('tag').orderBy('id').execute();
  await shop.db.write.deleteFrom('purges').execute();
  return rows.map((row) => row.tag);
}

/** Returns a provider's capture of an order, in minor units. */
export function captureOf(
  orderNo: string,
  amount: number,
  change: Partial<Record<string, string | number>> = {},
) {
  return {
    orderNo,
    provider: 'simulated',
    providerRef: `pay-${orderNo}`,
    captureRef: `cap-${orderNo}`,
    amount,
    currency: 'USD',
    payee: 'shop',
    expectedPayee: 'shop',
    ...change,
  };
}
