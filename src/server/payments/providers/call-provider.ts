/** One call to a provider: a timeout, an answer checked by schema, and a second try only where that is harmless. */
import type { z } from 'zod';
import { ProviderError, type ProviderPayment } from '../../core/payment-provider.ts';

const timeoutMs = 10_000;
const retryDelayMs = 200;
/** Longest that one call may take with its second try, ms. */
export const maxCallMs = 2 * timeoutMs + retryDelayMs;

export interface ProviderCall<Schema extends z.ZodType> {
  method: 'GET' | 'POST' | 'PATCH';
  url: string;
  headers: Record<string, string>;
  body?: string | undefined;
  schema: Schema;
  /** Repeating the call changes nothing: a GET, or a POST with an idempotency key. */
  idempotent: boolean;
}

/** A 4xx: the provider will not; what it means is each provider's to say. */
export class ProviderRejectedError extends ProviderError {
  override name = 'ProviderRejectedError';
  readonly status: number;
  /** A try before this one was not answered and may have done its work: what is refused is perhaps only the repeat. */
  isRepeat = false;
  /** Private, so that no log writes it out: providers repeat the address or e-mail they refuse. */
  readonly #body: unknown;
  constructor(status: number, body: unknown) {
    super(`The provider answered ${status}.`);
    this.status = status;
    this.#body = body;
  }
  get body(): unknown {
    return this.#body;
  }
}

/**
 * Asks once, and once more after a network failure or a 5xx when the call is idempotent.
 * @throws ProviderRejectedError for a 4xx, ProviderError when there is no usable answer
 */
export async function callProvider<Schema extends z.ZodType>(
  fetcher: typeof fetch,
  call: ProviderCall<Schema>,
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

/** The call's answer, null where the provider knows no such thing (404). */
export async function nullIfMissing<Answer>(call: Promise<Answer>): Promise<Answer | null> {
  return call.catch((error: unknown) => {
    if (error instanceof ProviderRejectedError && error.status === 404) return null;
    throw error;
  });
}

/** A payment that its provider has forgotten, as it does with those that were never paid. */
export function missingPayment(ref: string, brand: string): ProviderPayment {
  const reason = `${brand} no longer knows this payment.`;
  return { ref, state: 'expired', amount: 0, currency: '', payee: '', reason };
}

async function once<Schema extends z.ZodType>(
  fetcher: typeof fetch,
  call: ProviderCall<Schema>,
): Promise<z.output<Schema>> {
  const { method, url, headers, body, schema } = call;
  const { status, text } = await send(fetcher, method, url, headers, body);
  const json = parse(text);
  if (status >= 400 && status < 500) throw new ProviderRejectedError(status, json);
  if (status < 200 || status >= 300) throw new ProviderError(`${method} ${path(url)} answered ${status}.`);
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new ProviderError(`${method} ${path(url)} answered in an unknown form: ${parsed.error.message}`);
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
    throw new ProviderError(`${method} ${path(url)} was not answered.`, { cause });
  }
}

function parse(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    // Certificates come as text; anything else fails its schema, which says so.
    return text;
  }
}

/** Without query: addresses may carry secrets. Names an address in errors, so it throws none of its own. */
function path(url: string): string {
  return URL.parse(url)?.pathname ?? 'an address that cannot be read';
}
