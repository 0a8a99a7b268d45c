/** PayPal's signing certificates: fetched from PayPal alone, cached, and not asked for more often than PayPal has new ones. */
import { X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { ForgedWebhook, ProviderError } from '../../../core/payment-provider.ts';
import type { PayPalEnvironment } from '../../environment.ts';
import { callProvider, ProviderRefusal } from '../call-provider.ts';

const folder = '/v1/notifications/certs/';
const minute = 60_000;
/** PayPal has a handful. */
const maxCached = 20;
/** Anybody may name addresses here, and each is a call to PayPal; no sender uses up what the others need. */
const maxFetches = { count: 10, ofOneSender: 3, withinMs: minute };
/** PayPal sends an event again for three days; clocks differ by minutes. */
const fetchedFor = { pastMs: 4 * 24 * 60 * minute, futureMs: 10 * minute };

/** What an event says of itself and what we know of its sender, before anything is proven. */
interface Sent {
  /** Address of the certificate. */
  address: string;
  /** When it was sent, ms UTC; NaN when that cannot be read. */
  at: number;
  /** Whom rate limits count as one client. */
  sender: string;
}

/**
 * @returns the certificate at an address that an event names, once for all who wait for it.
 * Throws ForgedWebhook when it is not PayPal's or cannot be read, ProviderError when PayPal cannot be asked now
 */
export function payPalCertificates(
  paypal: PayPalEnvironment,
  outside: { fetch: typeof fetch; now: () => number },
): (sent: Sent) => Promise<X509Certificate> {
  const cache = new Map<string, Promise<X509Certificate>>();
  let fetches: { at: number; sender: string }[] = [];

  function fetchOnce(url: string, { at, sender }: Sent): Promise<X509Certificate> {
    const now = outside.now();
    if (!(now - at <= fetchedFor.pastMs && at - now <= fetchedFor.futureMs)) {
      throw new ForgedWebhook('The event is not of these days.');
    }
    fetches = fetches.filter((fetch) => Math.abs(now - fetch.at) < maxFetches.withinMs);
    const own = fetches.filter((fetch) => fetch.sender === sender);
    if (fetches.length >= maxFetches.count || own.length >= maxFetches.ofOneSender) {
      throw new ProviderError('Too many certificates were asked for; PayPal sends the event again.');
    }
    fetches.push({ at: now, sender });
    return fetchCertificate(outside.fetch, url);
  }

  return async (sent) => {
    const url = certificateUrl(paypal, sent.address);
    const known = cache.get(url);
    const certificate = known ?? fetchOnce(url, sent);
    // Written anew it stands last: the one unused for longest goes first.
    cache.delete(url);
    cache.set(url, certificate);
    if (known) return known;
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
  // Not retried here: the sender delivers the event again.
  const pem = await callProvider(fetcher, {
    method: 'GET',
    url,
    headers: {},
    schema,
    idempotent: false,
  }).catch((error: unknown) => {
    if (error instanceof ProviderRefusal) throw new ForgedWebhook('There is no such certificate.');
    throw error;
  });
  try {
    return new X509Certificate(pem);
  } catch {
    throw new ForgedWebhook('The certificate cannot be read.');
  }
}

/** Certificates come from PayPal's own hosts only, over TLS; the sandbox's from the sandbox, whatever host is named. */
function certificateUrl(paypal: PayPalEnvironment, address: string): string {
  const url = URL.parse(address);
  const isWeb = url?.protocol === 'https:' || (paypal.isSandbox && url?.protocol === 'http:');
  if (!url || !isWeb || !url.pathname.startsWith(folder)) {
    throw new ForgedWebhook('The certificate has no address.');
  }
  if (paypal.isSandbox) return new URL(url.pathname, paypal.api).href;
  if (url.port !== '' || !/(^|\.)paypal\.com$/.test(url.hostname)) {
    throw new ForgedWebhook('The certificate is not PayPal’s.');
  }
  return new URL(url.pathname, `https://${url.hostname}`).href;
}
