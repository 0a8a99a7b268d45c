/** Promotions for API tests. Amounts in rules are in minor units. */
import type { RequestInput } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import { promotionKindByName } from '#server/promotions/kinds.ts';
import type { TestShop } from '../harness.ts';

export interface PromotionSeed {
  title?: string;
  seo_url?: string;
  code?: string;
  range_type?: 1 | 2 | 3;
  range_ids?: number[];
  status?: 0 | 1 | 2;
  starts_at?: number;
  ends_at?: number | null;
  priority?: number;
  usage_limit?: number | null;
  used_count?: number;
  json_config?: string;
}

/** Adds an active promotion. @returns its id */
export async function addPromotion(
  shop: TestShop,
  kind: string,
  rules: object,
  seed: PromotionSeed = {},
): Promise<number> {
  const row = await shop.db.write
    .insertInto('promotions')
    .values({
      kind,
      discount_type: promotionKindByName.get(kind)?.discountType ?? 0,
      title: kind,
      seo_url: kind.replaceAll('_', '-'),
      code: '',
      status: 1,
      starts_at: shop.clock.now(),
      ends_at: null,
      range_type: 1,
      priority: 0,
      usage_limit: null,
      per_customer_limit: null,
      used_count: 0,
      json_config: '{}',
      updated_at: shop.clock.now(),
      ...seed,
      range_ids: JSON.stringify(seed.range_ids ?? []),
      rules: JSON.stringify(rules),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function stopAll(shop: TestShop): Promise<void> {
  await shop.db.write.updateTable('promotions').set({ status: 2 }).execute();
}

export interface Ids {
  product: number;
  variant: number;
}

type SentGroup = RequestInput<Endpoints['POST /api/v2/cart/discount']>['body']['checkouts'][number];
type SentItem = SentGroup['variant_items'][number];

export function item({ product, variant }: Ids, more: Partial<SentItem> = {}): SentItem {
  return { product_id: product, variant_id: variant, quantity: 1, random_id: `line-${variant}`, ...more };
}

export const giftItem = (ids: Ids, promotion: number, position: number, more: Partial<SentItem> = {}) =>
  item(ids, { is_gift: 1, gift_discount_id: promotion, discount_rule_position: position, ...more });

/** Returns a group of lines sold together under a code. */
export function bundle(code: string, variant_items: SentItem[]): SentGroup {
  return { variant_items, discount: { discount_code: code } };
}

/** Fetches the price of the bag. */
export const discount = (shop: TestShop, ...checkouts: SentGroup[]) =>
  shop.visitor().data('POST /api/v2/cart/discount', { body: { checkouts } });
