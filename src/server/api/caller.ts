/** Builds the caller object of a request from the request headers. */

import { anonymousCaller, type Caller } from '../core/caller.ts';
import { type IsTrustedProxy, resolveClientAddress } from '../core/client-address.ts';
import { readCookie } from '../core/read-cookie.ts';
import { loginMarker } from '../customers/session-cookie.ts';

/**
 * Returns the caller described by the request headers; `identifyCaller` adds the visitor and the customer.
 * @param socket remote IP address of the connection, '' if unknown
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

/**
 * Returns the login token (R42): the header takes precedence over the cookies. Malformed values are ignored, and so is the login marker,
 * which scripts of the shop's pages see instead of a token.
 */
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
