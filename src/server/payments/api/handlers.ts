import type { Handlers } from '../../core/handler.ts';
import { configHandlers } from './config.ts';
import { gatewayHandlers } from './gateways.ts';
import { placeOrderHandlers } from './order.ts';
import { payHandlers } from './pay.ts';
import { paypalHandlers } from './paypal.ts';
import { statusHandlers } from './status.ts';
import { webhookHandlers } from './webhooks.ts';

export const paymentHandlers: Handlers = {
  ...configHandlers,
  ...gatewayHandlers,
  ...payHandlers,
  ...placeOrderHandlers,
  ...paypalHandlers,
  ...statusHandlers,
  ...webhookHandlers,
};
