/** Endpoints for customer accounts and the newsletter (R42 to R45, R78). */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  email,
  emptyData,
  id,
  pageNum,
  password,
  text,
  timestampMs,
  typedEmail,
  userTextLine,
} from './fields.ts';
import { addressInput, wireAddress } from './wire-address.ts';
import { wireOrder } from './wire-order.ts';

/** `token`: session token for API clients; the shop's own pages use a session cookie and get only a placeholder (R132). */
const loggedIn = z.object({ token: z.string(), email: z.string() });

const savedAddress = z.object({ id: z.number().int(), is_default: z.boolean(), address: wireAddress });
const addressBook = z.object({ addresses: z.array(savedAddress) });
export type SavedAddress = z.output<typeof savedAddress>;

const account = z.object({
  email: z.string(),
  /** True if the customer has verified the email address; until then, guest orders and the newsletter setting are hidden. */
  is_verified: z.boolean(),
  first_name: z.string(),
  last_name: z.string(),
  /** Newsletter subscription; null until the email address is verified. */
  is_subscribed: z.boolean().nullable(),
  created_at: timestampMs,
  addresses: z.array(savedAddress),
  /** Number of paid orders that are not shipped yet: erasing the account would remove their delivery address. */
  orders_under_way: z.number().int(),
});
export type Account = z.output<typeof account>;
const login = z.object({
  id: z.string(),
  /** Browser and operating system, such as `Firefox, Windows`; '' if both are unknown. */
  device: z.string(),
  created_at: timestampMs,
  /** Time of the last use, rounded to the day. */
  used_at: timestampMs,
  /** True for the login that sent this request. */
  is_current: z.boolean(),
});
const logins = z.object({ logins: z.array(login) });
export type AccountSession = z.output<typeof login>;
const aesCode = z.string().min(1, 'must not be blank').max(1000);

export const customerEndpoints = {
  'POST /api/v1/customer/register': endpoint({
    id: 'API-078',
    summary: 'Creates a customer account and logs in.',
    body: z.object({
      email,
      password,
      first_name: userTextLine(100).default(''),
      last_name: userTextLine(100).default(''),
      subscribe: z.boolean().default(false),
    }),
    data: loggedIn,
  }),
  'POST /api/v1/customer/login': endpoint({
    id: 'API-079',
    summary: 'Logs a customer in.',
    body: z.object({ email, password }),
    data: loggedIn,
  }),
  'POST /api/v1/customer/resetPasswordEmail': endpoint({
    id: 'API-080',
    summary: 'Sends a reset code if the customer exists; returns code 0 in both cases.',
    body: z.object({ email }),
    data: emptyData,
  }),
  'POST /api/v1/customer/resetPassword': endpoint({
    id: 'API-081',
    summary: 'Sets a new password with the code from the email, or with the old password when logged in.',
    body: z.object({ code: text(256).optional(), old_password: password.optional(), password }),
    data: emptyData,
  }),
  'GET /api/v1/customer/verify': endpoint({
    id: 'API-082',
    summary: 'Whether the token belongs to an active login.',
    data: z.object({ login: z.boolean(), email: z.string() }),
  }),
  'POST /api/v1/customer/logout': endpoint({
    id: 'API-083',
    summary: 'Logs the customer out.',
    /** API extension: true logs the customer out on every device. */
    body: z.object({ everywhere: z.boolean().default(false) }),
    data: emptyData,
  }),
  'POST /api/v1/customer/email': endpoint({
    id: 'API-084',
    summary: 'Stores the visitor’s contact email for the current bag.',
    body: z.object({ email, distinct_id: text(64).default('') }),
    data: emptyData,
  }),
  'PUT /api/v1/customer/subscribe/status': endpoint({
    id: 'API-085',
    summary: 'Changes the newsletter subscription of the email in aesCode.',
    query: z.object({
      aesCode,
      status: z.enum(['0', '1']).transform((value): 0 | 1 => (value === '1' ? 1 : 0)),
    }),
    data: z.object({ status: z.literal([0, 1]) }),
  }),
  'GET /api/v1/customer/subscribe/status': endpoint({
    id: 'API-086',
    summary: 'Returns the newsletter subscription of the email in aesCode.',
    query: z.object({ aesCode }),
    data: z.object({ status: z.literal([0, 1]) }),
  }),
  'POST /api/v1/customer/subscribe': endpoint({
    id: 'API-112',
    summary: 'Stores a subscriber; data.code is the welcome code of a popup, or empty.',
    body: z.object({
      email: typedEmail,
      /** Source of the subscription (R44): 1 popup, 2 footer, 3 home, 8 detail, 9 collections, 10 customize. */
      source_type: z.number().int().min(0).max(100),
      utm_term: text(255).nullish(),
    }),
    data: z.object({ code: z.string() }),
  }),
  'GET /api/v1/customer/unsubscribe': endpoint({
    summary: 'Redirects from an email to the page where the subscription can be ended; changes nothing.',
    query: z.object({ aesCode }),
    raw: true,
    data: emptyData,
  }),
  'POST /api/v1/customer/unsubscribe': endpoint({
    summary:
      'Ends the subscription of the email in aesCode, for the one-click button of email programs (R131, RFC 8058).',
    query: z.object({ aesCode }),
    raw: true,
    foreign: true,
    data: emptyData,
  }),
  'GET /api/v1/storefront/customer': endpoint({
    summary: 'The logged-in customer’s account; 10110 without a login.',
    data: account,
  }),
  'PUT /api/v1/storefront/customer': endpoint({
    summary:
      'Changes the customer’s name or newsletter subscription; 20101 if the subscription already has that state.',
    body: z.object({
      first_name: userTextLine(100).optional(),
      last_name: userTextLine(100).optional(),
      is_subscribed: z.boolean().optional(),
    }),
    data: account,
  }),
  'GET /api/v1/storefront/customer/orders': endpoint({
    summary: 'The customer’s own orders, newest first, ten a page (ORD-18).',
    query: z.object({ page_num: pageNum }),
    data: z.object({ total: z.number().int(), page_size: z.number().int(), list: z.array(wireOrder) }),
  }),
  'POST /api/v1/storefront/customer/addresses': endpoint({
    summary: 'Adds an address to the address book.',
    body: z.object({ address: addressInput, is_default: z.boolean().default(false) }),
    data: addressBook,
  }),
  'PUT /api/v1/storefront/customer/addresses/:id': endpoint({
    summary: 'Changes an address of the address book.',
    params: z.object({ id }),
    body: z.object({ address: addressInput, is_default: z.boolean().default(false) }),
    data: addressBook,
  }),
  'DELETE /api/v1/storefront/customer/addresses/:id': endpoint({
    summary: 'Removes an address from the address book.',
    params: z.object({ id }),
    body: z.object({}),
    data: addressBook,
  }),
  'DELETE /api/v1/storefront/customer/contact': endpoint({
    summary: 'Removes the contact email of the current bag.',
    body: z.object({ distinct_id: text(64).default('') }),
    data: emptyData,
  }),
  'POST /api/v1/storefront/customer/email': endpoint({
    summary:
      'Sends a code to a new email, which replaces the account’s email once the code is entered. Requires the password.',
    body: z.object({ email, password }),
    data: emptyData,
  }),
  'POST /api/v1/storefront/customer/verify/mail': endpoint({
    summary: 'Sends another code that confirms the account’s email.',
    body: z.object({}),
    data: emptyData,
  }),
  'POST /api/v1/storefront/customer/verify': endpoint({
    summary:
      'Confirms the email that a code was sent to, in that account’s login; 20003 if the code is wrong.',
    body: z.object({ code: text(256) }),
    data: z.object({ email: z.string() }),
  }),
  'GET /api/v1/storefront/customer/logins': endpoint({
    summary: 'Lists the account’s logins, most recently used first.',
    data: logins,
  }),
  'DELETE /api/v1/storefront/customer/logins/:id': endpoint({
    summary: 'Ends one login of the account, which may be the caller’s.',
    params: z.object({ id: z.string().regex(/^[0-9a-f]{16}$/, 'must be the id of a login') }),
    body: z.object({}),
    data: logins,
  }),
  'GET /api/v1/storefront/customer/export': endpoint({
    summary: 'All data that the shop stores about the customer, as JSON.',
    data: z.record(z.string(), z.unknown()),
  }),
  'POST /api/v1/storefront/customer/erase': endpoint({
    summary: 'Deletes the account and removes personal data from its orders. Requires the password.',
    body: z.object({ password }),
    data: emptyData,
  }),
};
