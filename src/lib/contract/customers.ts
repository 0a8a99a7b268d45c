/** Accounts and newsletter (R42 to R45, R78). */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { email, nothing, password, text } from './fields.ts';

const loggedIn = z.object({ token: z.string(), email: z.string() });
const aesCode = z.string().min(1, 'must not be blank').max(1000);

export const customerEndpoints = {
  'POST /api/v1/customer/register': endpoint({
    id: 'API-078',
    summary: 'Creates a customer and logs in.',
    body: z.object({
      email,
      password,
      first_name: text(100).default(''),
      last_name: text(100).default(''),
      subscribe: z.boolean().default(false),
    }),
    data: loggedIn,
  }),
  'POST /api/v1/customer/login': endpoint({
    id: 'API-079',
    summary: 'Opens a login.',
    body: z.object({ email, password }),
    data: loggedIn,
  }),
  'POST /api/v1/customer/resetPasswordEmail': endpoint({
    id: 'API-080',
    summary: 'Sends a reset code if the customer exists; always code 0.',
    body: z.object({ email }),
    data: nothing,
  }),
  'POST /api/v1/customer/resetPassword': endpoint({
    id: 'API-081',
    summary: 'Sets a new password by the mail’s code, or by the old password when logged in.',
    body: z.object({ code: text(256).optional(), old_password: password.optional(), password }),
    data: nothing,
  }),
  'GET /api/v1/customer/verify': endpoint({
    id: 'API-082',
    summary: 'Whether the token is a live login.',
    data: z.object({ login: z.boolean(), email: z.string() }),
  }),
  'POST /api/v1/customer/logout': endpoint({
    id: 'API-083',
    summary: 'Ends the login.',
    body: z.object({}),
    data: nothing,
  }),
  'POST /api/v1/customer/email': endpoint({
    id: 'API-084',
    summary: 'Stores the visitor’s contact e-mail for the present bag.',
    body: z.object({ email, distinct_id: text(64).default('') }),
    data: nothing,
  }),
  'PUT /api/v1/customer/subscribe/status': endpoint({
    id: 'API-085',
    summary: 'Changes the subscription of the e-mail in aesCode.',
    query: z.object({
      aesCode,
      status: z.enum(['0', '1']).transform((value): 0 | 1 => (value === '1' ? 1 : 0)),
    }),
    data: z.object({ status: z.literal([0, 1]) }),
  }),
  'GET /api/v1/customer/subscribe/status': endpoint({
    id: 'API-086',
    summary: 'Reads the subscription of the e-mail in aesCode.',
    query: z.object({ aesCode }),
    data: z.object({ status: z.literal([0, 1]) }),
  }),
  'POST /api/v1/customer/subscribe': endpoint({
    id: 'API-112',
    summary: 'Stores a subscriber; data.code is the welcome code of a popup, or empty.',
    body: z.object({
      email,
      /** R44: 1 popup, 2 footer, 3 home, 8 detail, 9 collections, 10 customize. */
      source_type: z.number().int().min(0).max(100),
      utm_term: text(255).nullish(),
    }),
    data: z.object({ code: z.string() }),
  }),
  'GET /api/v1/customer/unsubscribe': endpoint({
    id: 'extension',
    summary: 'Leads from a mail to the page where the subscription can be ended; changes nothing.',
    query: z.object({ aesCode }),
    raw: true,
    data: nothing,
  }),
  'POST /api/v1/customer/unsubscribe': endpoint({
    id: 'extension',
    summary: 'One click in a mail program ends the subscription of the e-mail in aesCode (R131, RFC 8058).',
    query: z.object({ aesCode }),
    raw: true,
    foreign: true,
    data: nothing,
  }),
};
