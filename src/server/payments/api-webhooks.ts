/** The door for providers' webhooks. Answered at once; a job does the work. */
import type { Handlers } from '../http/handler.ts';
import { receiveWebhook } from './webhook.ts';

const names = [
  'paypal-auth-algo',
  'paypal-cert-url',
  'paypal-transmission-id',
  'paypal-transmission-sig',
  'paypal-transmission-time',
  'gateway-signature',
];
const mostBytes = 256 * 1024;

export const webhookHandlers: Handlers = {
  'POST /api/v1/webhooks/:provider': async ({ params }, context) => {
    const provider = context.services.payments.get(params.provider);
    if (!provider) return new Response(null, { status: 404 });
    const headers = Object.fromEntries(names.map((name) => [name, context.caller.header(name) ?? '']));
    const status = await receiveWebhook(
      context.services,
      provider,
      headers,
      await context.rawBody(mostBytes),
    );
    return new Response(null, { status });
  },
};
