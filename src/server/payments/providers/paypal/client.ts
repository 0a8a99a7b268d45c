/** Client for PayPal's REST API. It authenticates every request with a token that is cached until shortly before it expires. */
import type { z } from 'zod';
import type { ProviderDependencies } from '../../../core/payment-provider.ts';
import { callProvider, ProviderRejectedError } from '../call-provider.ts';
import { createTokenCache } from '../token-cache.ts';
import type { PayPalEnvironment } from './environment.ts';
import { tokenResponseSchema } from './wire.ts';

export interface PayPalClient {
  /**
   * Sends a request to PayPal.
   * @param requestId value of the PayPal-Request-Id header; a POST or PATCH without one is never retried after a failure
   */
  call<Schema extends z.ZodType>(
    schema: Schema,
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    options?: { body?: unknown; requestId?: string },
  ): Promise<z.output<Schema>>;
  /** Fetches a token; throws if PayPal rejects the keys or is unreachable. */
  signIn(): Promise<void>;
}

const spareMs = 60_000;

export function payPalClient(
  paypal: PayPalEnvironment,
  { fetch: fetcher, now }: ProviderDependencies,
): PayPalClient {
  const token = createTokenCache(async () => {
    const keys = Buffer.from(`${paypal.clientId}:${paypal.clientSecret}`).toString('base64');
    const made = await callProvider(fetcher, {
      method: 'POST',
      url: `${paypal.api}/v1/oauth2/token`,
      headers: { authorization: `Basic ${keys}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
      schema: tokenResponseSchema,
      idempotent: true,
    });
    return { token: made.access_token, usableMs: made.expires_in * 1000 - spareMs };
  }, now);

  return {
    async call(schema, method, path, { body, requestId } = {}) {
      const send = async () =>
        callProvider(fetcher, {
          method,
          url: `${paypal.api}${path}`,
          headers: {
            authorization: `Bearer ${await token.current()}`,
            'content-type': 'application/json',
            prefer: 'return=representation',
            ...(requestId ? { 'paypal-request-id': requestId } : {}),
          },
          body: body === undefined ? undefined : JSON.stringify(body),
          schema,
          idempotent: method === 'GET' || requestId !== undefined,
        });
      try {
        return await send();
      } catch (error) {
        // A token can expire early. A request rejected with 401 had no effect, so it is repeated once with a new token.
        if (!(error instanceof ProviderRejectedError) || error.status !== 401) throw error;
        token.forget();
        return send();
      }
    },
    async signIn() {
      await token.current();
    },
  };
}
