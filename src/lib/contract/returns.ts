/** Endpoints for the buyer of a paid order: requesting a return, and creating an account from a guest order. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { emptyData, orderNo, password, referenceCode, userText } from './fields.ts';
import { wireOrder } from './wire-order.ts';
import { returnReason } from './wire-return.ts';

export const returnEndpoints = {
  'POST /api/v1/storefront/order/returns': endpoint({
    summary:
      'Requests a return of items of an order, for its owner or a client with its token; the same request_id again is the same return.',
    body: z.object({
      order_no: orderNo,
      token: referenceCode.max(64).optional(),
      request_id: referenceCode.max(64),
      lines: z
        .array(z.object({ position: z.number().int().min(0), quantity: z.number().int().min(1).max(9999) }))
        .min(1)
        .max(200),
      reason: returnReason,
      words: userText(1000).default(''),
    }),
    data: wireOrder,
  }),
  'POST /api/v1/storefront/order/account': endpoint({
    summary:
      'Creates an account from the name and address of a paid guest order, for the browser that placed it; an email explains the next step, also if an account already exists.',
    body: z.object({ order_no: orderNo, password }),
    data: emptyData,
  }),
};
