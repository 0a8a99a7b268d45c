/**
 * Rows of providers of R72 that have no adapter: ocean, airwallex, apia, linwei, pingpong, getpay. They say so plainly
 * (53130) instead of pretending; an adapter replaces its line here.
 */
import { codes } from '#lib/contract/codes.ts';
import { Failure } from '../core/failure.ts';
import type { Handlers } from '../core/handler.ts';
import { ownedOrder } from '../orders/owned-order.ts';
import { writeNote } from './notes-store.ts';

function notConfigured(name: string): never {
  throw new Failure(codes.accountUnavailable, `The payment service "${name}" is not configured.`);
}

export const unconfiguredHandlers: Handlers = {
  'POST /api/v1/payments/getpay/orderStatus': async ({ body }, context) => {
    await ownedOrder(context, body.order_no);
    return notConfigured('getpay');
  },
  'POST /api/v1/payments/ocean/jwt': async ({ body }, context) => {
    await ownedOrder(context, body.order_no);
    return notConfigured('ocean');
  },
  'POST /api/v1/payments/ocean/lookup': async ({ body }, context) => {
    await ownedOrder(context, body.order_no);
    return notConfigured('ocean');
  },
  'GET /payments/account/apiaAccount': () => notConfigured('apia'),
  'GET /payments/account/pingpong': () => notConfigured('pingpong'),
  /** The report is kept whether linwei is configured or not: it says what went wrong in a browser. */
  'POST /payments/linwei/pushError': async ({ body }, context) => {
    const order = await ownedOrder(context, body.order_no);
    const note = { kind: 'linwei', orderNo: order.orderNo, providerRef: '', message: body.message };
    await writeNote(context.services.db.write, note, context.now);
    return {};
  },
};
