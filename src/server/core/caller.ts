/** Who a call comes from. */
import type { TokenHash } from '../db/token-hash.ts';

/** A login that holds. */
export interface CallerCustomer {
  id: number;
  /** The account's address. */
  email: string;
  session: TokenHash;
}

/** Who is calling. In-process page calls carry the empty caller, so cached pages cannot depend on a visitor. */
export interface Caller {
  /** Client address by TRUSTED_PROXIES; '' in-process. */
  ip: string;
  /** Login token of header `token` or the cookies `token`, `frontToken` (R42). */
  token: string | null;
  /** Whose login the token or the session cookie is; null without one, and in front of another platform. */
  customer: CallerCustomer | null;
  /** Value of the session cookie whose login that is, null for a login by `token` (R132). */
  sessionCookie: string | null;
  /** Random part of the HttpOnly cookie `visitor` (R63) when the shop has issued it, null before the first checkout. */
  visitor: string | null;
  /** Whether that cookie is of the time before they were signed, and has to be replaced. */
  isUnsigned: boolean;
  /** IANA zone of the header `time-zone`. */
  timeZone: string | null;
  /** Request headers, lower-case; empty in-process. */
  header(name: string): string | undefined;
  /** True for prefetches (Sec-Purpose, Purpose, X-Moz), which must change nothing (R90). */
  prefetch: boolean;
}

/** Of pages rendered for everybody: no cookies, no token, no address. */
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
