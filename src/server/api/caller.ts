/** Reads the caller from a request's headers. */

import { anonymousCaller, type Caller } from '../core/caller.ts';
import { type IsTrustedProxy, resolveClientAddress } from '../core/client-address.ts';
import { loginMarker } from '../customers/session-cookie.ts';
import { readCookie } from './cookies.ts';

/**
 * Returns the caller as the headers describe it; `recognise` adds the visitor and the customer.
 * @param socket remote address of the connection, '' when there is none
 */
export function callerFromHeaders(headers: Headers, socket: string, isTrusted: IsTrustedProxy): Caller {
  const header = (name: string) => headers.get(name) ?? undefined;
  const cookies = header('cookie');
  return {
    ...anonymousCaller,
    ip: socket === '' ? '' : resolveClientAddress(socket, header('x-forwarded-for'), isTrusted),
    token: firstToken(header('token'), readCookie(cookies, 'token'), readCookie(cookies, 'frontToken')),
    timeZone: timeZone(header('time-zone')),
    header,
    prefetch: isPrefetch(header),
  };
}

/** R42: the header wins over the cookies; values that cannot be a token, and the pages' login marker, are ignored. */
function firstToken(...candidates: (string | null | undefined)[]): string | null {
  return candidates.find((candidate) => candidate != null && isToken(candidate)) ?? null;
}

function isToken(text: string): boolean {
  return text !== loginMarker && /^[\w.-]{8,256}$/.test(text);
}

function timeZone(name: string | undefined): string | null {
  return name !== undefined && /^[A-Za-z][\w+/-]{0,63}$/.test(name) ? name : null;
}

function isPrefetch(header: (name: string) => string | undefined): boolean {
  return ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /^(prefetch|preview)/i.test(header(name) ?? ''),
  );
}
