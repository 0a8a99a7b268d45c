/** PayPal's webhooks: the signature over id, time, webhook id and CRC-32 of the raw body, by PayPal's certificate. */
import { verify, X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { ask, ProviderRefusal } from './ask.ts';
import type { PayPalEnvironment } from './environment.ts';
import { ForgedWebhook, type PaymentProvider, type WebhookEvent } from './provider.ts';

const eventBody = z.object({
  id: z.string().min(1).max(128),
  event_type: z.string().max(128),
  resource: z
    .object({
      id: z.string().optional(),
      custom_id: z.string().optional(),
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
  const certificates = new Map<string, X509Certificate>();

  async function certificate(address: string): Promise<X509Certificate> {
    const url = certificateUrl(paypal, address);
    const known = certificates.get(url);
    if (known) return known;
    const read = await fetchCertificate(outside.fetch, url);
    // PayPal has a handful; a bound keeps a sender of many addresses from filling the memory.
    if (certificates.size >= 20) certificates.clear();
    certificates.set(url, read);
    return read;
  }

  return async (headers, rawBody) => {
    const header = (name: string) => headers[`paypal-${name}`] ?? '';
    if (header('auth-algo') !== 'SHA256withRSA')
      throw new ForgedWebhook('The signature is of an unknown kind.');
    const message = [
      header('transmission-id'),
      header('transmission-time'),
      paypal.webhookId,
      crc32(rawBody),
    ].join('|');
    const cert = await certificate(header('cert-url'));
    const now = outside.now();
    const isCurrent = Date.parse(cert.validFrom) <= now && now <= Date.parse(cert.validTo);
    const signature = Buffer.from(header('transmission-sig'), 'base64');
    if (!isCurrent || !verify('sha256', Buffer.from(message), cert.publicKey, signature)) {
      throw new ForgedWebhook('The signature does not hold.');
    }
    return readEvent(rawBody);
  };
}

/** @throws ForgedWebhook when there is no certificate at the address; ProviderError when PayPal does not answer */
async function fetchCertificate(fetcher: typeof fetch, url: string): Promise<X509Certificate> {
  const schema = z.string().max(20_000);
  const pem = await ask(fetcher, { method: 'GET', url, headers: {}, schema, idempotent: true }).catch(
    (error: unknown) => {
      if (error instanceof ProviderRefusal) throw new ForgedWebhook('There is no such certificate.');
      throw error;
    },
  );
  try {
    return new X509Certificate(pem);
  } catch {
    throw new ForgedWebhook('The certificate cannot be read.');
  }
}

/** Certificates come from PayPal's own host only, over TLS; the sandbox's from the sandbox. */
function certificateUrl(paypal: PayPalEnvironment, address: string): string {
  const url = URL.parse(address);
  if (!url) throw new ForgedWebhook('The certificate has no address.');
  if (paypal.isSandbox) return `${paypal.api}${url.pathname}`;
  const isPayPal = url.protocol === 'https:' && url.port === '' && /(^|\.)paypal\.com$/.test(url.hostname);
  if (!isPayPal || !url.pathname.startsWith('/v1/notifications/certs/')) {
    throw new ForgedWebhook('The certificate is not PayPal’s.');
  }
  return `https://${url.hostname}${url.pathname}`;
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
  return { eventId: id, type, ref: ref ?? null, requestId };
}
