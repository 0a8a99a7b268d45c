import type { TokenHash } from '../db/token-hash.ts';

/** A logged-in customer. */
export interface CallerCustomer {
  id: number;
  email: string;
  session: TokenHash;
}

/** The sender of a call. In-process calls of shared pages use the empty caller, so cached pages cannot depend on a visitor. */
export interface Caller {
  /** Client IP address by TRUSTED_PROXIES; '' in-process. */
  ip: string;
  /** Login token of header `token` or the cookies `token`, `frontToken` (R42). */
  token: string | null;
  /** Customer of the token or the session cookie; null without a login, and in front of another platform. */
  customer: CallerCustomer | null;
  /** Value of the session cookie that identifies the customer; null for a login by `token` (R132). */
  sessionCookie: string | null;
  /** Random part of the HttpOnly cookie `visitor` (R63) if the shop issued it; null before the first checkout. */
  visitor: string | null;
  /** Whether that cookie predates signing and must be replaced. */
  isUnsigned: boolean;
  /** IANA zone of the header `time-zone`. */
  timeZone: string | null;
  /** Request headers, lower-case; empty in-process. */
  header(name: string): string | undefined;
  /** Whether this is a prefetch (Sec-Purpose, Purpose, X-Moz), which must change nothing (R90). */
  prefetch: boolean;
}

/** The caller of pages that are the same for all visitors: no cookies, token or IP address. */
export const anonymousCaller: Caller = {
  ip: '',
  token: null,
  customer: null,
  sessionCookie: null,
  visitor: null,
  isUnsigned: false,
  timeZone: null,
  header: () => undefined,
  prefetch: false,
};
