/** The door for providers' webhooks. Answered at once; a job does the work. */
import { clientKey } from '../../core/client-address.ts';
import type { Handlers } from '../../core/handler.ts';
import { withinLimit } from '../../core/rate-limit.ts';
import { receiveWebhook } from '../attempts/webhook.ts';
import { signatureHeaders } from '../providers/signature-headers.ts';

const maxBytes = 256 * 1024;
/** Fifty a second from one address: a provider that sends all of a day's events again stays below, a flood does not. */
const limit = { name: 'webhook', hits: 3000, windowMs: 60_000 };

export const webhookHandlers: Handlers = {
  'POST /api/v1/webhooks/:provider': async ({ params }, context) => {
    const provider = context.services.payments.get(params.provider);
    if (!provider) return new Response(null, { status: 404 });
    const { services, caller, now } = context;
    const sender = clientKey(caller.ip);
    if (!(await withinLimit(services.db, limit, sender, now))) {
      return new Response(null, { status: 429, headers: { 'retry-after': '60' } });
    }
    const headers = Object.fromEntries(signatureHeaders.map((name) => [name, caller.header(name) ?? '']));
    const rawBody = await context.rawBody(maxBytes);
    const status = await receiveWebhook(services, provider, { headers, rawBody, sender });
    const { acknowledges } = provider;
    if (status === 204 && acknowledges)
      return new Response(acknowledges.body, { status: acknowledges.status });
    return new Response(null, { status });
  },
};
