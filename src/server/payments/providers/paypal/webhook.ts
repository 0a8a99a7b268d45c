/**
 * Verifies PayPal's webhooks. The signature covers the transmission id, the time, the webhook id and the CRC-32 of the raw body. The
 * certificate is fetched only from PayPal and cached, and fetches are rate-limited.
 */
import { verify, X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import {
  InvalidSignatureError,
  type PaymentProvider,
  type ProviderDependencies,
  ProviderError,
  type WebhookEvent,
} from '../../../core/payment-provider.ts';
import { callProvider, ProviderRejectedError } from '../call-provider.ts';
import type { PayPalEnvironment } from './environment.ts';

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
  outside: ProviderDependencies,
): PaymentProvider['webhook'] {
  const certificate = payPalCertificates(paypal, outside);

  return async (headers, rawBody, sender) => {
    const header = (name: string) => headers[`paypal-${name}`] ?? '';
    if (header('auth-algo') !== 'SHA256withRSA')
      throw new InvalidSignatureError('The signature algorithm is unknown.');
    const signature = Buffer.from(header('transmission-sig'), 'base64');
    if (signature.length === 0) throw new InvalidSignatureError('The signature is missing.');
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
      throw new InvalidSignatureError('The signature does not match.');
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
  const capture = { captureRef: resource?.id ?? '', amount: `${value} ${currency}`.trim() };
  return {
    eventId: id,
    type,
    ref: ref ?? null,
    requestId,
    ...(type === 'PAYMENT.CAPTURE.COMPLETED' && { taken: capture }),
  };
}

const folder = '/v1/notifications/certs/';
const minute = 60_000;
/** Maximum number of cached certificates. PayPal uses only a handful. */
const maxCached = 20;
/**
 * Limits on fetching certificates. Anyone can send certificate URLs, and each causes a request to PayPal; a single sender must not use up
 * the total.
 */
const maxFetches = { count: 10, ofOneSender: 3, withinMs: minute };
/** Accepted age of a webhook event: PayPal resends events for three days, and clocks may differ by minutes. */
const fetchedFor = { pastMs: 4 * 24 * 60 * minute, futureMs: 10 * minute };

/** Unverified data about a webhook event and its sender. */
interface Sent {
  /** URL of the certificate. */
  address: string;
  /** Time of sending, ms UTC; NaN if it cannot be parsed. */
  at: number;
  /** Key that identifies one client for rate limits. */
  sender: string;
}

/**
 * Returns a function that fetches and caches the certificate for a webhook event; concurrent callers share one request. The function throws
 * InvalidSignatureError if the certificate is invalid or not PayPal's, and ProviderError if PayPal is unavailable.
 */
function payPalCertificates(
  paypal: PayPalEnvironment,
  outside: ProviderDependencies,
): (sent: Sent) => Promise<X509Certificate> {
  const cache = new Map<string, Promise<X509Certificate>>();
  let fetches: { at: number; sender: string }[] = [];

  function fetchOnce(url: string, { at, sender }: Sent): Promise<X509Certificate> {
    const now = outside.now();
    if (!(now - at <= fetchedFor.pastMs && at - now <= fetchedFor.futureMs)) {
      throw new InvalidSignatureError('The date of the event is too old or in the future.');
    }
    fetches = fetches.filter((fetch) => Math.abs(now - fetch.at) < maxFetches.withinMs);
    const senderFetches = fetches.filter((fetch) => fetch.sender === sender);
    if (fetches.length >= maxFetches.count || senderFetches.length >= maxFetches.ofOneSender) {
      throw new ProviderError('Too many certificates were requested; PayPal will send the event again.');
    }
    fetches.push({ at: now, sender });
    return fetchCertificate(outside.fetch, url);
  }

  return async (sent) => {
    const url = certificateUrl(paypal, sent.address);
    const cached = cache.get(url);
    const certificate = cached ?? fetchOnce(url, sent);
    // Reinserted at the end of the map, so that the least recently used entry is evicted first.
    cache.delete(url);
    cache.set(url, certificate);
    if (cached) return cached;
    for (const oldest of cache.keys()) {
      if (cache.size <= maxCached) break;
      cache.delete(oldest);
    }
    certificate.catch(() => cache.delete(url));
    return certificate;
  };
}

async function fetchCertificate(fetcher: typeof fetch, url: string): Promise<X509Certificate> {
  const schema = z.string().max(20_000);
  // A failed fetch is not retried, because PayPal resends the event.
  const pem = await callProvider(fetcher, {
    method: 'GET',
    url,
    headers: {},
    schema,
    idempotent: false,
  }).catch((error: unknown) => {
    if (error instanceof ProviderRejectedError)
      throw new InvalidSignatureError('PayPal has no certificate at this URL.');
    throw error;
  });
  try {
    return new X509Certificate(pem);
  } catch {
    throw new InvalidSignatureError('The certificate is not valid.');
  }
}

/** Returns the certificate URL to fetch: on a paypal.com host over HTTPS or, with our sandbox, always on the sandbox's host. */
function certificateUrl(paypal: PayPalEnvironment, address: string): string {
  const url = URL.parse(address);
  const isWeb = url?.protocol === 'https:' || (paypal.isSandbox && url?.protocol === 'http:');
  if (!url || !isWeb || !url.pathname.startsWith(folder)) {
    throw new InvalidSignatureError('The webhook request has no certificate URL.');
  }
  if (paypal.isSandbox) return new URL(url.pathname, paypal.api).href;
  if (url.port !== '' || !/(^|\.)paypal\.com$/.test(url.hostname)) {
    throw new InvalidSignatureError('The certificate URL is not on paypal.com.');
  }
  return new URL(url.pathname, `https://${url.hostname}`).href;
}
