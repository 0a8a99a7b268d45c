/** Sends requests to payment providers, with a timeout, a schema for the response, and one retry if the request is idempotent. */
import type { z } from 'zod';
import { ProviderError, type ProviderPayment } from '../../core/payment-provider.ts';

const timeoutMs = 10_000;
const retryDelayMs = 200;
/** Maximum duration of one request including its retry, ms. */
export const maxCallMs = 2 * timeoutMs + retryDelayMs;

export interface ProviderRequest<Schema extends z.ZodType> {
  method: 'GET' | 'POST' | 'PATCH';
  url: string;
  headers: Record<string, string>;
  body?: string | undefined;
  schema: Schema;
  /** Whether the request can be repeated safely: a GET, or a POST with an idempotency key. */
  idempotent: boolean;
}

/** Thrown for a 4xx response: the provider rejected the request. Each provider's adapter interprets the reason. */
export class ProviderRejectedError extends ProviderError {
  override name = 'ProviderRejectedError';
  readonly status: number;
  /** True if an earlier attempt got no response and may have succeeded, so that only the repeat was rejected. */
  isRepeat = false;
  /** A private field, so that the response body is never logged: providers echo the address or email that they reject. */
  readonly #body: unknown;
  constructor(status: number, body: unknown) {
    super(`The provider responded with status ${status}.`);
    this.status = status;
    this.#body = body;
  }
  get body(): unknown {
    return this.#body;
  }
}

/**
 * Sends a request to a payment provider; repeats an idempotent request once after a network failure or a 5xx response.
 * @throws ProviderRejectedError for a 4xx response; ProviderError if there is no usable response
 */
export async function callProvider<Schema extends z.ZodType>(
  fetcher: typeof fetch,
  call: ProviderRequest<Schema>,
): Promise<z.output<Schema>> {
  try {
    return await once(fetcher, call);
  } catch (error) {
    if (error instanceof ProviderRejectedError || !call.idempotent) throw error;
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
    return await once(fetcher, call).catch((again: unknown) => {
      if (again instanceof ProviderRejectedError) again.isRepeat = true;
      throw again;
    });
  }
}

/** Returns the provider's response; null if its status is 404. */
export async function nullIfMissing<Answer>(call: Promise<Answer>): Promise<Answer | null> {
  return call.catch((error: unknown) => {
    if (error instanceof ProviderRejectedError && error.status === 404) return null;
    throw error;
  });
}

/**
 * Returns a payment with the state `expired`, for a payment that the provider has deleted: providers delete payments that are never
 * completed.
 */
export function createExpiredPayment(ref: string, brand: string): ProviderPayment {
  const reason = `${brand} no longer has this payment.`;
  return { ref, state: 'expired', amount: 0, currency: '', payee: '', reason };
}

async function once<Schema extends z.ZodType>(
  fetcher: typeof fetch,
  call: ProviderRequest<Schema>,
): Promise<z.output<Schema>> {
  const { method, url, headers, body, schema } = call;
  const { status, text } = await send(fetcher, method, url, headers, body);
  const json = parse(text);
  if (status >= 400 && status < 500) throw new ProviderRejectedError(status, json);
  if (status < 200 || status >= 300)
    throw new ProviderError(`${method} ${path(url)} returned status ${status}.`);
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new ProviderError(`${method} ${path(url)} returned an unknown format: ${parsed.error.message}`);
}

async function send(
  fetcher: typeof fetch,
  method: string,
  url: string,
  headers: Record<string, string>,
  body: string | undefined,
): Promise<{ status: number; text: string }> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await fetcher(url, {
      method,
      headers,
      redirect: 'error',
      signal,
      ...(body === undefined ? {} : { body }),
    });
    return { status: answer.status, text: await answer.text() };
  } catch (cause) {
    throw new ProviderError(`${method} ${path(url)} got no response.`, { cause });
  }
}

function parse(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    // Return a body that is not JSON unchanged, such as one of PayPal's certificates. Any other text fails schema validation, which reports
    // the error.
    return text;
  }
}

/** Returns the URL's path for error messages, without the query, which may contain secrets. Never throws. */
function path(url: string): string {
  return URL.parse(url)?.pathname ?? 'an invalid URL';
}
