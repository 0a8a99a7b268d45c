/** Handlers with which the staff finds, reads and ships orders. */
import { orderSubject } from '#lib/contract/admin-orders.ts';
import * as codes from '#lib/contract/codes.ts';
import { Failure } from '../core/failure.ts';
import type { Handlers } from '../core/handler.ts';
import type { Services } from '../core/services.ts';
import type { Queryable } from '../db/database.ts';
import { shipOrder } from '../orders/merchant-store.ts';
import { findOrders } from '../orders/staff-orders-store.ts';
import { readOrder } from '../orders/store.ts';
import { parseShipment, readOrderAudit, shipEndpoint } from './order-audit-store.ts';
import { type OrderView, summariseOrder, viewOrder } from './order-view.ts';

export const adminOrderHandlers: Handlers = {
  'GET /api/v1/admin/orders': async ({ query }, { services }) => {
    const { page, per_page: perPage, q, state, sort } = query;
    const [field, direction] = sort.split(':') as [OrderSortField, 'asc' | 'desc'];
    const { orders, total } = await findOrders(services.db.read, {
      ...{ page, perPage, q, state },
      sort: { field, direction },
    });
    return { items: orders.map(summariseOrder), total };
  },

  'GET /api/v1/admin/orders/:order_no': ({ params }, { services }) => orderOrThrow(services, params.order_no),

  [shipEndpoint]: async ({ params, body }, context) => {
    const { services } = context;
    const { order_no: orderNo } = params;
    await shipOrder(
      services,
      {
        orderNo,
        trackingNum: body.tracking_num,
        company: body.tracking_company.trim(),
        lines: body.lines,
      },
      {
        version: body.version,
        changed: (trx) => changedBy(trx, orderNo),
        recorded: (trx, { trackingNum, trackingCompany, trackingUpdateTime, orderInfo }) =>
          context.audit(trx, {
            tracking: [trackingCompany, trackingNum].filter(Boolean).join(' '),
            sent_at: trackingUpdateTime,
            units: orderInfo.map(({ quantity, title }) => `${quantity} × ${title}`),
          }),
      },
    );
    return orderOrThrow(services, orderNo);
  },
};

type OrderSortField = Parameters<typeof findOrders>[1]['sort']['field'];

async function orderOrThrow({ db }: Services, orderNo: string): Promise<OrderView> {
  const order = await readOrder(db, orderNo);
  if (!order || order.isDraft) throw new Failure(codes.notFound, `There is no order ${orderNo}.`);
  return viewOrder(db.read, order);
}

/** Returns the error for an order that has changed: who did what and when. */
async function changedBy(db: Queryable, orderNo: string): Promise<Failure> {
  const [last] = await readOrderAudit(db, orderSubject(orderNo));
  const act = last && describeAct(last.endpoint, last.details);
  const message = last
    ? `${last.by || 'Someone'} ${act} at ${new Date(last.at).toISOString().slice(0, 16).replace('T', ' ')} UTC.`
    : 'The shop or a command changed it.';
  return new Failure(
    codes.changedMeanwhile,
    `Order ${orderNo} has changed since you opened it. ${message} Check the order, then try again.`,
  );
}

function describeAct(endpoint: string, details: string): string {
  if (endpoint !== shipEndpoint) return `changed it (${endpoint})`;
  const { tracking, units } = parseShipment(details);
  return `shipped ${units.join(', ')}${tracking === '' ? '' : ` with ${tracking}`}`;
}
