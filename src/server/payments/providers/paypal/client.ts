/** PayPal's REST API by fetch: a token cached until shortly before it ends, and one place that signs every call. */
import type { z } from 'zod';
import type { Outside } from '../../../core/payment-provider.ts';
import { callProvider, ProviderRefusal } from '../call-provider.ts';
import type { PayPalEnvironment } from './environment.ts';
import { tokenAnswer } from './wire.ts';

export interface PayPalClient {
  /** @param requestId PayPal-Request-Id; a POST without one is never repeated */
  call<Schema extends z.ZodType>(
    schema: Schema,
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    options?: { body?: unknown; requestId?: string },
  ): Promise<z.output<Schema>>;
  /** Whether PayPal lets the shop in. */
  signIn(): Promise<void>;
}

const spareMs = 60_000;

export function payPalClient(paypal: PayPalEnvironment, { fetch: fetcher, now }: Outside): PayPalClient {
  let token: { value: Promise<string>; until: number } | null = null;

  async function requestToken(): Promise<string> {
    const keys = Buffer.from(`${paypal.clientId}:${paypal.clientSecret}`).toString('base64');
    const made = await callProvider(fetcher, {
      method: 'POST',
      url: `${paypal.api}/v1/oauth2/token`,
      headers: { authorization: `Basic ${keys}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
      schema: tokenAnswer,
      idempotent: true,
    });
    if (token) token.until = now() + made.expires_in * 1000 - spareMs;
    return made.access_token;
  }

  /** One request for a token at a time, however many calls wait for it. */
  async function currentToken(): Promise<string> {
    if (!token || token.until <= now()) {
      token = { value: Promise.resolve(''), until: now() + spareMs };
      token.value = requestToken();
    }
    const mine = token;
    try {
      return await mine.value;
    } catch (error) {
      if (token === mine) token = null;
      throw error;
    }
  }

  return {
    async call(schema, method, path, { body, requestId } = {}) {
      const send = async () =>
        callProvider(fetcher, {
          method,
          url: `${paypal.api}${path}`,
          headers: {
            authorization: `Bearer ${await currentToken()}`,
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
        // Tokens can end early; a refused call did nothing, so it is made once more with a new one.
        if (!(error instanceof ProviderRefusal) || error.status !== 401) throw error;
        token = null;
        return send();
      }
    },
    async signIn() {
      await currentToken();
    },
  };
}
