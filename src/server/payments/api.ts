/** All payment calls. */
import type { Handlers } from '../core/handler.ts';
import { configHandlers } from './api-config.ts';
import { placeHandlers } from './api-order.ts';
import { payHandlers } from './api-pay.ts';
import { paypalHandlers } from './api-paypal.ts';
import { statusHandlers } from './api-status.ts';
import { unconfiguredHandlers } from './api-unconfigured.ts';
import { webhookHandlers } from './api-webhooks.ts';

export const paymentHandlers: Handlers = {
  ...configHandlers,
  ...payHandlers,
  ...placeHandlers,
  ...paypalHandlers,
  ...statusHandlers,
  ...unconfiguredHandlers,
  ...webhookHandlers,
};
