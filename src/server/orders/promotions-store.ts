import type { Queryable, Transaction } from '../db/database.ts';
import type { AppliedPromotion } from '../promotions/priced-bag.ts';
import type { OrderPromotion } from './order.ts';

export async function insertOrderPromotions(
  trx: Transaction,
  orderNo: string,
  applied: readonly AppliedPromotion[],
): Promise<void> {
  if (applied.length === 0) return;
  await trx
    .insertInto('order_promotions')
    .values(
      applied.map(({ promotion, discount }) => ({
        order_no: orderNo,
        promotion_id: promotion.id,
        kind: promotion.kind,
        discount_type: promotion.discountType,
        title: promotion.title,
        code: promotion.code,
        discount,
      })),
    )
    .execute();
}

export async function readOrderPromotions(from: Queryable, orderNo: string): Promise<OrderPromotion[]> {
  return from
    .selectFrom('order_promotions')
    .select(['promotion_id as id', 'discount_type as discountType', 'title', 'code', 'discount'])
    .where('order_no', '=', orderNo)
    .orderBy('promotion_id')
    .execute();
}
