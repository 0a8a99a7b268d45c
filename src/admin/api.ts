/** The admin's API client: calls endpoints of the contract by key, and throws if they return an error. */
import * as codes from '#lib/contract/codes.ts';
import type { Envelope, RequestInput, ResponseData } from '#lib/contract/endpoint.ts';
import { buildRequestPath } from '#lib/contract/request.ts';
import type { EndpointKey, Endpoints } from '#lib/contract/table.ts';

/** An error that the API returned. `code` is one of lib/contract/codes.ts; the message is for the reader. */
export class ApiError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
  }
}

/** Returns the text of an error for the reader. @param translate of react-admin: a message may be a key of src/admin/messages */
export function errorText(
  error: unknown,
  translate: (key: string, options: { _: string }) => string,
): string {
  return error instanceof ApiError ? translate(error.message, { _: error.message }) : String(error);
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Confirmation of an act that asks for the password or a code again; it is valid once. */
  confirmation?: string;
}

export type CallApi = <Key extends EndpointKey>(
  key: Key,
  input?: RequestInput<Endpoints[Key]>,
  options?: CallOptions,
) => Promise<ResponseData<Endpoints[Key]>>;

const timeoutMs = 15_000;

/**
 * Returns a client that sends the session cookie of this host.
 * @param send `fetch`, or a fake in tests
 */
export function createApi(send: typeof fetch = (...request) => fetch(...request)): CallApi {
  return async (key, input, { signal, confirmation } = {}) => {
    const { method, path } = buildRequestPath(key, input ?? {});
    const limit = AbortSignal.timeout(timeoutMs);
    const hasBody = method !== 'GET';
    const answer = await send(path, {
      method,
      credentials: 'same-origin',
      headers: {
        ...(hasBody && { 'content-type': 'application/json' }),
        ...(confirmation && { 'x-confirmation': confirmation }),
      },
      body: hasBody ? JSON.stringify((input as { body?: unknown } | undefined)?.body ?? {}) : null,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
      .then((response) => response.json() as Promise<Envelope<ResponseData<Endpoints[typeof key]>>>)
      .catch((error: unknown) => {
        // An aborted request is no failure: react-query ignores it.
        if (signal?.aborted) throw error;
        throw new ApiError(codes.serverFailure, 'admin.unreachable');
      });
    if (answer.code !== codes.ok) throw new ApiError(answer.code, answer.msg);
    return answer.data as ResponseData<Endpoints[typeof key]>;
  };
}
