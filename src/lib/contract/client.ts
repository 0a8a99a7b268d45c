/** The browser's way to the API: types of the contract, none of its schemas. */
import { callPath } from './call-path.ts';
import { codes } from './codes.ts';
import type { CallData, CallInput, Envelope } from './endpoint.ts';
import { goToLogin } from './login-needed.ts';
import type { EndpointKey, Endpoints } from './table.ts';

export interface CallOptions {
  signal?: AbortSignal;
  /** Outlives the page: for what is sent while it is left. */
  keepalive?: boolean;
  /** false: a 10110 is only answered, the shopper stays where they are (R25). */
  jumpLogin?: boolean;
  /** Milliseconds until the call is given up. */
  timeout?: number;
}

export const unreachable = 'We could not reach the shop. Please try again.';

/**
 * Calls a row. Never throws: no network, a timeout or an answer that is no envelope come back as code 90000.
 * Sends credentials, the time zone, and the login token if there is one [ERR-08 to ERR-10].
 */
export async function api<Key extends EndpointKey>(
  key: Key,
  input?: CallInput<Endpoints[Key]>,
  options: CallOptions = {},
): Promise<Envelope<CallData<Endpoints[Key]>>> {
  type Answered = Envelope<CallData<Endpoints[Key]>>;
  try {
    const { method, path } = callPath(key, input ?? {});
    const headers: Record<string, string> = { 'time-zone': timeZone() };
    const token = storedToken();
    if (token) headers.token = token;
    if (method !== 'GET') headers['content-type'] = 'application/json';
    const limit = AbortSignal.timeout(options.timeout ?? 10_000);
    const response = await fetch(path, {
      method,
      headers,
      credentials: 'include',
      body: method === 'GET' ? null : JSON.stringify((input as { body?: unknown } | undefined)?.body ?? {}),
      signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit,
      keepalive: options.keepalive ?? false,
    });
    const answer = await response.json();
    if (typeof answer.code === 'number') {
      if (answer.code === codes.notLoggedIn && options.jumpLogin !== false) goToLogin();
      return answer;
    }
  } catch {
    // Said to the caller below: offline, aborted, timed out or not JSON are one thing to a shopper.
  }
  return { code: codes.serverFailure, msg: unreachable, data: null } as Answered;
}

/** `Intl` alone costs a phone 50 ms at its first use, where a browser has nothing lighter. */
function timeZone(): string {
  const { Temporal } = globalThis as { Temporal?: { Now: { timeZoneId(): string } } };
  return Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function storedToken(): string | null {
  try {
    return localStorage.getItem('frontToken');
  } catch {
    return null;
  }
}
