/** Wraps Stripe's npm package: loads it on first use, validates Stripe's responses and converts Stripe's errors. */
import type Stripe from 'stripe';
import type { z } from 'zod';
import { ProviderError } from '../../../core/payment-provider.ts';
import { ProviderRejectedError } from '../call-provider.ts';
import type { StripeEnvironment } from './environment.ts';

const timeoutMs = 10_000;

export interface StripeClient {
  /**
   * Makes one request with Stripe's package and validates the response.
   * @throws ProviderRejectedError for a 4xx response, with the body `{code}`; ProviderError if there is no usable response
   */
  request<Schema extends z.ZodType>(
    schema: Schema,
    call: (stripe: Stripe) => Promise<unknown>,
  ): Promise<z.output<Schema>>;
  /** Returns the package's Stripe instance, for functions that send no request. */
  stripe(): Promise<Stripe>;
}

/**
 * Creates the client for Stripe's API.
 * @param fetcher sends every request; after a lost response, the package retries with the same idempotency key
 */
export function stripeClient(environment: StripeEnvironment, fetcher: typeof fetch): StripeClient {
  let made: Promise<Stripe> | null = null;

  // Stripe's package takes 35 MB of memory, so a shop without Stripe does not load it.
  const stripe = () => {
    made ??= import('stripe').then(({ default: Stripe }) => open(Stripe, environment, fetcher));
    return made;
  };

  return {
    stripe,
    async request(schema, call) {
      let answer: unknown;
      try {
        answer = await call(await stripe());
      } catch (error) {
        throw asProviderError(error);
      }
      const parsed = schema.safeParse(answer);
      if (parsed.success) return parsed.data;
      throw new ProviderError(`Stripe returned an unknown format: ${parsed.error.message}`);
    },
  };
}

function open(Package: typeof Stripe, { api, secretKey }: StripeEnvironment, fetcher: typeof fetch): Stripe {
  const { protocol, hostname, port } = new URL(api);
  const isSecure = protocol === 'https:';
  const carry = (address: string | URL | Request, init?: RequestInit) =>
    fetcher(address, { ...init, redirect: 'error' });
  return new Package(secretKey, {
    ...{ protocol: isSecure ? 'https' : 'http', host: hostname, port: port || (isSecure ? 443 : 80) },
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    httpClient: Package.createFetchHttpClient(carry),
  });
}

/**
 * Converts a Stripe error. Statuses 409 and 429 are temporary, so they are not rejections. The original error contains request data, so it
 * is dropped.
 */
function asProviderError(error: unknown): ProviderError {
  const { type, code, statusCode, requestId } = error as Partial<Stripe.errors.StripeError>;
  const isRefusal =
    statusCode !== undefined && statusCode >= 400 && statusCode < 500 && ![409, 429].includes(statusCode);
  if (isRefusal) return new ProviderRejectedError(statusCode, { code });
  const what = [type ?? (error as Error).name, code, statusCode, requestId].filter(Boolean);
  return new ProviderError(`Stripe could not be reached or returned an error (${what.join(', ')}).`);
}

/** Returns Stripe's error code for a rejected request; '' if there is none. */
export function getStripeErrorCode(refusal: ProviderRejectedError): string {
  return (refusal.body as { code?: string }).code ?? '';
}
