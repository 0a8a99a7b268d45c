/**
 * Rows of providers of R72 that have no adapter: ocean, airwallex, apia, linwei, pingpong, getpay. They say so plainly
 * (53130) instead of pretending; an adapter replaces its line here.
 */
import * as codes from '#lib/contract/codes.ts';
import { Failure } from '../core/failure.ts';
import type { Context, Handlers } from '../core/handler.ts';
import { ownedOrder } from '../orders/owned-order.ts';
import { writeNote } from './notes-store.ts';

function notConfigured(name: string): never {
  throw new Failure(codes.accountUnavailable, `The payment service "${name}" is not configured.`);
}

/** Only the order's owner is told anything of it. */
async function refuse(context: Context, body: { order_no: string }, name: string): Promise<never> {
  await ownedOrder(context, body.order_no);
  return notConfigured(name);
}

export const unconfiguredHandlers: Handlers = {
  'POST /api/v1/payments/getpay/orderStatus': ({ body }, context) => refuse(context, body, 'getpay'),
  'POST /api/v1/payments/ocean/jwt': ({ body }, context) => refuse(context, body, 'ocean'),
  'POST /api/v1/payments/ocean/lookup': ({ body }, context) => refuse(context, body, 'ocean'),
  'GET /payments/account/apiaAccount': () => notConfigured('apia'),
  'GET /payments/account/pingpong': () => notConfigured('pingpong'),
  /** The report is stored whether linwei is configured or not: it says what went wrong in a browser. */
  'POST /payments/linwei/pushError': async ({ body }, context) => {
    const order = await ownedOrder(context, body.order_no);
    const note = { kind: 'linwei', orderNo: order.orderNo, providerRef: '', message: body.message };
    await writeNote(context.services.db.write, note, context.now);
    return {};
  },
};
