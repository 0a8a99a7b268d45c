/** Reads the stock and coupon uses reserved by a shopper's own unpaid orders: the shopper can still buy those units (R90). */
import { type ExpressionBuilder, sql } from 'kysely';
import { orderStatus } from '#lib/orders/status.ts';
import type { Identity } from '../core/identity.ts';
import type { Queryable } from '../db/database.ts';
import { prepareQuery } from '../db/prepared.ts';
import type { PaymentsTable, Tables } from '../db/tables.ts';
import type { TokenHash } from '../db/token-hash.ts';
import { noHolds, type ShopperHolds } from './shopper-holds.ts';

/** Time in ms for which a payment attempt without a response prevents changes to its order and the release of the order's stock. */
export const pendingPaymentTimeoutMs = 10 * 60_000;

/** States of a payment attempt that is in progress at the provider or authorized there. */
export const pendingPaymentStates = ['new', 'authorized', 'capturing'] as const;

/**
 * The state of a reservation that holds stock. It is a literal in the SQL, as in the condition of the partial index: with a bound
 * value, SQLite would plan the statement again on every run.
 */
export const heldStateLiteral = sql.lit('held' as const);

/**
 * Returns the SQL condition that an order has no payment attempt in one of these states.
 * @param since ms UTC; ignores attempts that have not changed since then
 */
export function hasNoPayment(states: readonly PaymentsTable['state'][], since: number) {
  return ({ not, exists, selectFrom }: ExpressionBuilder<Tables, 'orders'>) =>
    not(
      exists(
        selectFrom('payments')
          .select('payments.id')
          .whereRef('payments.order_no', '=', 'orders.order_no')
          .where('payments.state', 'in', states)
          .where('payments.updated_at', '>', since),
      ),
    );
}

/**
 * Returns the numbers of the shopper's unpaid orders that reserve stock or coupon uses. Excludes orders with a payment in progress,
 * because their units count as sold.
 * @param who the browser and the logged-in customer; orders of either belong to the shopper
 */
export async function readHoldingOrders(from: Queryable, who: Identity, now: number): Promise<string[]> {
  const { visitorHash, customerId } = who;
  if (!visitorHash && customerId === null) return [];
  const rows = await holdingOrders(from, visitorHash || null, customerId, now - pendingPaymentTimeoutMs);
  return rows.map((row) => row.order_no);
}

const holdingOrders = prepareQuery(
  (from, visitorHash: string | null, customerId: number | null, since: number) =>
    from
      .selectFrom('orders')
      .select('order_no')
      .where((is) =>
        is.or([
          // The condition on held_since lets the query use the index on visitor_hash. Orders with erased personal data have no
          // visitor hash.
          ...(visitorHash !== null
            ? [
                is.and([
                  is('visitor_hash', '=', visitorHash),
                  is('held_since', 'is not', null),
                  // An order placed while logged in belongs only to that account, not to the next user of the browser.
                  is.or([
                    is('customer_id', 'is', null),
                    ...(customerId === null ? [] : [is('customer_id', '=', customerId)]),
                  ]),
                ]),
              ]
            : []),
          ...(customerId === null ? [] : [is('customer_id', '=', customerId)]),
        ]),
      )
      .where('held_until', 'is not', null)
      .where('status_key', 'in', [orderStatus.pending, orderStatus.failed])
      .where(hasNoPayment(pendingPaymentStates, since))
      .orderBy('order_no'),
);

/**
 * Returns the stock and promotion uses that the shopper's own unpaid orders reserve.
 * @param checkout a checkout whose order is included even while its payment is in progress
 */
export async function readShopperHolds(
  from: Queryable,
  who: Identity,
  now: number,
  checkout: TokenHash | null = null,
): Promise<ShopperHolds> {
  const orders = new Set(await readHoldingOrders(from, who, now));
  if (checkout !== null) {
    const [order] = await orderOfCheckout(from, checkout);
    if (order) orders.add(order.order_no);
  }
  return orders.size === 0 ? noHolds : readOrderHolds(from, [...orders]);
}

const orderOfCheckout = prepareQuery((from, checkout: TokenHash) =>
  from.selectFrom('orders').select('order_no').where('checkout_hash', '=', checkout),
);

/** Returns the stock and promotion uses that these orders reserve, summed up. */
export async function readOrderHolds(from: Queryable, orderNos: readonly string[]): Promise<ShopperHolds> {
  const reservations = await from
    .selectFrom('reservations')
    .select((select) => ['variant_id', select.fn.sum<number | string>('quantity').as('held')])
    .where('order_no', 'in', orderNos)
    .where('state', '=', heldStateLiteral)
    .groupBy('variant_id')
    .execute();
  const uses = await from
    .selectFrom('promotion_uses')
    .select((select) => ['promotion_id', select.fn.countAll<number | string>().as('held')])
    .where('order_no', 'in', orderNos)
    .where('state', '=', 'held')
    .groupBy('promotion_id')
    .execute();
  return {
    stock: new Map(reservations.map((row) => [row.variant_id, Number(row.held)])),
    promotions: new Map(uses.map((row) => [row.promotion_id, Number(row.held)])),
  };
}
