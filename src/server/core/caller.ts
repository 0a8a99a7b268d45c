import type { Permission, Role } from '#lib/staff/roles.ts';
import type { TokenHash } from '../db/token-hash.ts';

/** A logged-in customer. */
export interface CallerCustomer {
  id: number;
  email: string;
  session: TokenHash;
}

/** A logged-in member of staff. */
export interface CallerStaff {
  id: number;
  email: string;
  name: string;
  role: Role;
  session: TokenHash;
}

/** A program that sent an API token. */
export interface CallerToken {
  id: number;
  name: string;
  /** Scopes that the token's creator may still use. */
  scopes: readonly Permission[];
}

/** The sender of an API call. In-process calls of shared pages use `anonymousCaller`, so that cached pages cannot depend on a visitor. */
export interface Caller {
  /** IP address of the client, determined with TRUSTED_PROXIES; '' for in-process calls. */
  ip: string;
  /** Login token from the header `token` or from the cookies `token` and `frontToken` (R42). */
  token: string | null;
  /** Customer of the token or the session cookie; null without a login, and also null if the pages use another platform's API. */
  customer: CallerCustomer | null;
  /** Member of staff of the staff cookie; null without one, and for all endpoints without `access`. */
  staff: CallerStaff | null;
  /** API token of the header `authorization`; null under the same conditions as `staff`. */
  apiToken: CallerToken | null;
  /** Value of the session cookie that identifies the customer; null for a login by `token` (R132). */
  sessionCookie: string | null;
  /** Random part of the HttpOnly cookie `visitor` (R63) if the shop issued it; null before the first checkout. */
  visitor: string | null;
  /** Whether the visitor cookie was issued before cookies were signed and must be replaced. */
  isUnsigned: boolean;
  /** IANA time zone from the header `time-zone`. */
  timeZone: string | null;
  /** Returns a request header by its lower-case name; undefined for in-process calls. */
  header(name: string): string | undefined;
  /** Whether the request is a prefetch (Sec-Purpose, Purpose, X-Moz), which must not change data (R90). */
  prefetch: boolean;
}

/** The caller of pages that are the same for all visitors: no cookies, token or IP address. */
export const anonymousCaller: Caller = {
  ip: '',
  token: null,
  customer: null,
  staff: null,
  apiToken: null,
  sessionCookie: null,
  visitor: null,
  isUnsigned: false,
  timeZone: null,
  header: () => undefined,
  prefetch: false,
};
