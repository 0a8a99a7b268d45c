/** PayPal's webhooks: the signature over id, time, webhook id and CRC-32 of the raw body, by PayPal's certificate. */
import { verify } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { ForgedWebhook, type PaymentProvider, type WebhookEvent } from '../../../core/payment-provider.ts';
import type { PayPalEnvironment } from '../../environment.ts';
import { payPalCertificates } from './certificates.ts';

const eventBody = z.object({
  id: z.string().min(1).max(128),
  event_type: z.string().max(128),
  resource: z
    .object({
      id: z.string().optional(),
      custom_id: z.string().optional(),
      amount: z
        .object({ value: z.string().optional(), currency_code: z.string().optional() })
        .optional()
        .catch(undefined),
      purchase_units: z.array(z.object({ custom_id: z.string().optional() })).optional(),
      supplementary_data: z
        .object({ related_ids: z.object({ order_id: z.string().optional() }).optional() })
        .optional(),
    })
    .optional(),
});

export function payPalWebhook(
  paypal: PayPalEnvironment,
  outside: { fetch: typeof fetch; now: () => number },
): PaymentProvider['webhook'] {
  const certificate = payPalCertificates(paypal, outside);

  return async (headers, rawBody, sender) => {
    const header = (name: string) => headers[`paypal-${name}`] ?? '';
    if (header('auth-algo') !== 'SHA256withRSA')
      throw new ForgedWebhook('The signature is of an unknown kind.');
    const signature = Buffer.from(header('transmission-sig'), 'base64');
    if (signature.length === 0) throw new ForgedWebhook('The signature is missing.');
    const message = [
      header('transmission-id'),
      header('transmission-time'),
      paypal.webhookId,
      crc32(rawBody),
    ].join('|');
    const at = Date.parse(header('transmission-time'));
    const cert = await certificate({ address: header('cert-url'), at, sender });
    const now = outside.now();
    const isCurrent = Date.parse(cert.validFrom) <= now && now <= Date.parse(cert.validTo);
    if (!isCurrent || !verify('sha256', Buffer.from(message), cert.publicKey, signature)) {
      throw new ForgedWebhook('The signature does not hold.');
    }
    return readEvent(rawBody);
  };
}

function readEvent(rawBody: Uint8Array): WebhookEvent {
  const {
    id,
    event_type: type,
    resource,
  } = eventBody.parse(JSON.parse(Buffer.from(rawBody).toString('utf8')));
  const isOrder = type.startsWith('CHECKOUT.ORDER.');
  const ref = isOrder ? resource?.id : resource?.supplementary_data?.related_ids?.order_id;
  const requestId = resource?.custom_id ?? resource?.purchase_units?.[0]?.custom_id ?? '';
  const { value = '?', currency_code: currency = '' } = resource?.amount ?? {};
  const taken = { captureRef: resource?.id ?? '', amount: `${value} ${currency}`.trim() };
  return {
    eventId: id,
    type,
    ref: ref ?? null,
    requestId,
    ...(type === 'PAYMENT.CAPTURE.COMPLETED' && { taken }),
  };
}
