/**
 * Reserves coupon uses for orders: held as long as the order's stock, final once the order is paid, released with the hold
 * (PAY-13).
 */
import { sql } from 'kysely';
import type { Transaction } from '../db/database.ts';

/**
 * Reserves one use of a promotion for an order, unless a limit is reached. The update locks the promotion's row, so that two
 * orders cannot both get the last use.
 * @param customerKey customer id or email address, for the limit per customer
 * @returns whether the use was reserved; if not, nothing is changed
 */
export async function reserveCoupon(
  trx: Transaction,
  promotionId: number,
  orderNo: string,
  customerKey: string,
): Promise<boolean> {
  const promotion = await trx
    .updateTable('promotions')
    .set({ used_count: sql<number>`used_count + 1` })
    .where('id', '=', promotionId)
    .where((where) =>
      where.or([where('usage_limit', 'is', null), where('used_count', '<', where.ref('usage_limit'))]),
    )
    .returning('per_customer_limit')
    .executeTakeFirst();
  if (!promotion) return false;
  if (promotion.per_customer_limit !== null) {
    const { uses } = await trx
      .selectFrom('promotion_uses')
      .select((select) => select.fn.countAll<number | string>().as('uses'))
      .where('promotion_id', '=', promotionId)
      .where('customer_key', '=', customerKey)
      .where('state', '!=', 'released')
      .where('order_no', '!=', orderNo)
      .executeTakeFirstOrThrow();
    if (Number(uses) >= promotion.per_customer_limit) {
      await giveBackUse(trx, promotionId);
      return false;
    }
  }
  await trx
    .insertInto('promotion_uses')
    .values({ promotion_id: promotionId, order_no: orderNo, customer_key: customerKey, state: 'held' })
    .onConflict((conflict) => conflict.columns(['promotion_id', 'order_no']).doUpdateSet({ state: 'held' }))
    .execute();
  return true;
}

/**
 * Reserves the order's released coupon uses again, all or none.
 * @returns the id of the promotion that is used up; null on success
 */
export async function reacquireCoupons(trx: Transaction, orderNo: string): Promise<number | null> {
  const uses = await trx
    .selectFrom('promotion_uses')
    .select(['promotion_id', 'customer_key'])
    .where('order_no', '=', orderNo)
    .where('state', '=', 'released')
    .orderBy('promotion_id')
    .execute();
  for (const use of uses) {
    if (!(await reserveCoupon(trx, use.promotion_id, orderNo, use.customer_key))) {
      await releaseCoupons(trx, orderNo);
      return use.promotion_id;
    }
  }
  return null;
}

/** Releases the coupon uses that the order holds. Final uses are not changed. */
export async function releaseCoupons(trx: Transaction, orderNo: string): Promise<void> {
  const released = await trx
    .updateTable('promotion_uses')
    .set({ state: 'released' })
    .where('order_no', '=', orderNo)
    .where('state', '=', 'held')
    .returning('promotion_id')
    .execute();
  const ids = released.map((use) => use.promotion_id).sort((left, right) => left - right);
  for (const id of ids) await giveBackUse(trx, id);
}

export async function finalizeCoupons(trx: Transaction, orderNo: string): Promise<void> {
  await trx
    .updateTable('promotion_uses')
    .set({ state: 'final' })
    .where('order_no', '=', orderNo)
    .where('state', '=', 'held')
    .execute();
}

async function giveBackUse(trx: Transaction, promotionId: number): Promise<void> {
  await trx
    .updateTable('promotions')
    .set({ used_count: sql<number>`used_count - 1` })
    .where('id', '=', promotionId)
    .where('used_count', '>', 0)
    .execute();
}

/** Anonymises the customer key in the coupon uses of these orders. The uses still count towards the coupon's total limit. */
export async function anonymiseCouponUses(trx: Transaction, orderNos: readonly string[]): Promise<void> {
  for (const orderNo of orderNos) {
    await trx
      .updateTable('promotion_uses')
      .set({ customer_key: `order:${orderNo}` })
      .where('order_no', '=', orderNo)
      .execute();
  }
}
