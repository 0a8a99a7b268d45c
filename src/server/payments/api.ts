/** All payment calls. */
import type { Handlers } from '../core/handler.ts';
import { configHandlers } from './api-config.ts';
import { gatewayHandlers } from './api-gateways.ts';
import { placeHandlers } from './api-order.ts';
import { payHandlers } from './api-pay.ts';
import { paypalHandlers } from './api-paypal.ts';
import { statusHandlers } from './api-status.ts';
import { webhookHandlers } from './api-webhooks.ts';

export const paymentHandlers: Handlers = {
  ...configHandlers,
  ...gatewayHandlers,
  ...payHandlers,
  ...placeHandlers,
  ...paypalHandlers,
  ...statusHandlers,
  ...webhookHandlers,
};
