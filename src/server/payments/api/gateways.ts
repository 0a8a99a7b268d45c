/** Endpoints that are specific to one gateway: API-032 getpay, API-046 and 047 ocean, API-057 apia, API-058 linwei, API-063 pingpong. */
import * as codes from '#lib/contract/codes.ts';
import { isPaid } from '#lib/orders/status.ts';
import { Failure } from '../../core/failure.ts';
import type { Handlers } from '../../core/handler.ts';
import type { Services } from '../../core/services.ts';
import { readAccessibleOrder } from '../../orders/accessible-order.ts';
import { refreshOrder } from '../attempts/refresh-order.ts';
import { requireProvider } from '../attempts/start.ts';
import { insertPaymentNote } from '../stores/notes.ts';
import { startCallerPayment } from './pay.ts';
import { paymentResponseOrThrow } from './payment-response.ts';

export const gatewayHandlers: Handlers = {
  'POST /api/v1/payments/getpay/orderStatus': async ({ body }, context) => {
    const found = await readAccessibleOrder(context, body.order_no);
    const { name } = requireProvider(context.services, 'getpay');
    const { order } = await refreshOrder(context.services, found, 'confirm', name);
    return { status_key: order.statusKey };
  },

  'POST /api/v1/payments/ocean/jwt': async ({ body }, context) => {
    const order = await readAccessibleOrder(context, body.order_no);
    const { cardCheckToken } = requireProvider(context.services, 'ocean');
    if (isPaid(order.statusKey)) throw new Failure(codes.alreadyPaid, 'This order is already paid.');
    const { orderNo, amounts, currency } = order;
    return { jwt: cardCheckToken?.({ orderNo, amount: amounts.total, currency }) ?? '' };
  },

  'POST /api/v1/payments/ocean/lookup': async ({ body }, context) => {
    const how = { flow: 'lookup', cardToken: body.card_token, checkRef: body.reference_id } as const;
    const lookup = await startCallerPayment(context, { ...body, provider: 'ocean' }, how);
    paymentResponseOrThrow(lookup, body.order_no);
    const { redirectUrl: acs_url, providerRef: transaction_id } = lookup;
    return { enrolled: acs_url !== '', acs_url, transaction_id };
  },

  'GET /payments/account/apiaAccount': (_input, { services }) => publicAccount(services, 'apia'),
  'GET /payments/account/pingpong': (_input, { services }) => publicAccount(services, 'pingpong'),

  /** Stores a browser's error report about the linwei gateway, even if the gateway is not configured. */
  'POST /payments/linwei/pushError': async ({ body }, context) => {
    const order = await readAccessibleOrder(context, body.order_no);
    const note = { kind: 'linwei', orderNo: order.orderNo, providerRef: '', message: body.message };
    await insertPaymentNote(context.services.db.write, note, context.now);
    return {};
  },
};

/**
 * Returns the public account data that a gateway's form in the browser needs.
 * @throws Failure 53130 if the gateway is not configured
 */
function publicAccount(services: Services, name: string) {
  return requireProvider(services, name).publicAccount ?? { account_id: '', public_key: '' };
}
