/** Endpoints of staff: setup, login, members, API tokens and the audit log (docs/decisions/28-staff-and-admin.md). */
import { z } from 'zod';
import { toPlainSingleLine } from '../control-characters.ts';
import { permissions, roles, tokenScopes } from '../staff/roles.ts';
import { listOf, listPage, listSort } from './admin-fields.ts';
import { adminEndpoint, endpoint } from './endpoint.ts';
import { email, emptyData, id, password, requiredText, text, timestampMs } from './fields.ts';

const role = z.enum(roles);
const memberName = requiredText(100, toPlainSingleLine);
/** Code of an authenticator app, or a recovery code. */
const code = z.string().trim().max(40);

const member = z.object({
  id: z.number().int(),
  email: z.string(),
  name: z.string(),
  role,
  has_totp: z.boolean(),
  created_at: timestampMs,
  /** null: the member may log in. */
  disabled_at: timestampMs.nullable(),
});
export type StaffMember = z.output<typeof member>;

const session = z.object({
  id: z.string(),
  /** Browser and operating system, such as `Firefox, Windows`; '' if both are unknown. */
  device: z.string(),
  created_at: timestampMs,
  used_at: timestampMs,
  is_current: z.boolean(),
});

const apiToken = z.object({
  id: z.number().int(),
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  created_by: z.string(),
  created_at: timestampMs,
  expires_at: timestampMs,
  used_at: timestampMs.nullable(),
  revoked_at: timestampMs.nullable(),
});

export const auditLogEntry = z.object({
  id: z.number().int(),
  at: timestampMs,
  /** Name of the member; '' for an API token. */
  staff_name: z.string(),
  /** Name of the API token; '' for a member. */
  token_name: z.string(),
  endpoint: z.string(),
  subject: z.string(),
  state: z.enum(['done', 'requested', 'answered']),
  details: z.record(
    z.string(),
    z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]),
  ),
  ip: z.string(),
});

export const adminStaffEndpoints = {
  'POST /api/v1/admin/setup': endpoint({
    summary: 'Creates the first owner or accepts an invitation, and logs in.',
    body: z.object({ token: text(200), name: memberName, email, password }),
    data: emptyData,
  }),
  'POST /api/v1/admin/login': endpoint({
    summary: 'Logs a member of staff in.',
    body: z.object({ email, password, code: code.default('') }),
    data: z.object({ logged_in: z.boolean(), needs_code: z.boolean() }),
  }),
  'POST /api/v1/admin/logout': adminEndpoint({
    summary: 'Ends the login of this browser.',
    access: 'login',
    audit: () => 'own session',
    body: emptyData,
    data: emptyData,
  }),
  'GET /api/v1/admin/me': adminEndpoint({
    summary: 'Returns the member of staff who is logged in, with their permissions.',
    access: 'login',
    data: z.object({
      id: z.number().int(),
      email: z.string(),
      name: z.string(),
      role,
      permissions: z.array(z.enum(permissions)),
      has_totp: z.boolean(),
      shop_name: z.string(),
    }),
  }),
  'POST /api/v1/admin/me/totp': adminEndpoint({
    summary: 'Starts the setup of an authenticator app.',
    access: 'login',
    audit: () => 'own authenticator app',
    // Without a confirmation, a script in a stolen session could add its own authenticator app and confirm every act with it.
    confirm: () => ({ subject: 'own authenticator app' }),
    body: emptyData,
    data: z.object({ secret: z.string(), otpauth_url: z.string() }),
  }),
  'POST /api/v1/admin/me/totp/confirm': adminEndpoint({
    summary: 'Turns the authenticator app on after its first code, and returns the recovery codes once.',
    access: 'login',
    audit: () => 'own authenticator app',
    body: z.object({ code }),
    data: z.object({ recovery_codes: z.array(z.string()) }),
  }),
  'DELETE /api/v1/admin/me/totp': adminEndpoint({
    summary: 'Turns the authenticator app off.',
    access: 'login',
    audit: () => 'own authenticator app',
    confirm: () => ({ subject: 'own authenticator app' }),
    data: emptyData,
  }),
  'GET /api/v1/admin/me/sessions': adminEndpoint({
    summary: 'Lists the logins of the member of staff who is logged in.',
    access: 'login',
    data: z.object({ sessions: z.array(session) }),
  }),
  'DELETE /api/v1/admin/me/sessions/:id': adminEndpoint({
    summary: 'Ends one of the own logins.',
    access: 'login',
    audit: ({ params }) => `own session ${params.id}`,
    params: z.object({ id: z.string().regex(/^[0-9a-f]{16}$/, 'must be the id of a login') }),
    data: z.object({ sessions: z.array(session) }),
  }),
  'POST /api/v1/admin/confirmations': adminEndpoint({
    summary: 'Confirms one act with the password or a code; send the result in the header x-confirmation.',
    access: 'login',
    audit: ({ body }) => body.subject,
    body: z.object({
      endpoint: text(200),
      subject: text(500),
      amount: z.number().int().optional(),
      password: password.default(''),
      code: code.default(''),
    }),
    data: z.object({ confirmation: z.string(), expires_at: timestampMs }),
  }),
  'GET /api/v1/admin/staff': adminEndpoint({
    summary: 'Lists the members of staff.',
    access: 'staff:manage',
    query: z.object({ ...listPage, sort: listSort(['name', 'email', 'role', 'created_at'], 'name:asc') }),
    data: listOf(member),
  }),
  'POST /api/v1/admin/staff': adminEndpoint({
    summary: 'Invites a person to become a member of staff, or an existing member to set a new password.',
    access: 'staff:manage',
    audit: ({ body }) => body.email,
    confirm: ({ body }) => ({ subject: `${body.email} ${body.role}` }),
    body: z.object({ email, role }),
    data: z.object({ link: z.string(), expires_at: timestampMs }),
  }),
  'PATCH /api/v1/admin/staff/:id': adminEndpoint({
    summary: 'Changes the name or the role of a member of staff.',
    access: 'staff:manage',
    audit: ({ params }) => `staff ${params.id}`,
    confirm: ({ params, body }) => ({ subject: `staff ${params.id} ${body.role ?? 'name'}` }),
    params: z.object({ id }),
    body: z.object({ name: memberName.optional(), role: role.optional() }),
    data: member,
  }),
  'DELETE /api/v1/admin/staff/:id': adminEndpoint({
    summary:
      'Disables a member of staff: ends their logins and API tokens. An invitation enables them again.',
    access: 'staff:manage',
    audit: ({ params }) => `staff ${params.id}`,
    confirm: ({ params }) => ({ subject: `staff ${params.id}` }),
    params: z.object({ id }),
    data: emptyData,
  }),
  'GET /api/v1/admin/tokens': adminEndpoint({
    summary: 'Lists the API tokens.',
    access: 'tokens:manage',
    query: z.object({ ...listPage, sort: listSort(['created_at', 'name', 'expires_at'], 'created_at:desc') }),
    data: listOf(apiToken),
  }),
  'POST /api/v1/admin/tokens': adminEndpoint({
    summary: 'Creates an API token and returns it once.',
    access: 'tokens:manage',
    audit: ({ body }) => body.name,
    confirm: ({ body }) => ({ subject: `${body.name}: ${body.scopes.join(' ')}` }),
    body: z.object({
      name: memberName,
      scopes: z.array(z.enum(tokenScopes)).min(1, 'must contain at least one scope').max(tokenScopes.length),
      expires_in_days: z.number().int().min(1).max(366),
    }),
    data: z.object({ id: z.number().int(), token: z.string(), expires_at: timestampMs }),
  }),
  'DELETE /api/v1/admin/tokens/:id': adminEndpoint({
    summary: 'Revokes an API token.',
    access: 'tokens:manage',
    audit: ({ params }) => `token ${params.id}`,
    confirm: ({ params }) => ({ subject: `token ${params.id}` }),
    params: z.object({ id }),
    data: emptyData,
  }),
  'GET /api/v1/admin/log': adminEndpoint({
    summary: 'Lists the audit log: every write by staff and API tokens.',
    access: 'log:read',
    query: z.object({
      ...listPage,
      sort: listSort(['at'], 'at:desc'),
      staff_id: id.optional(),
      subject: text(200).optional(),
    }),
    data: listOf(auditLogEntry),
  }),
};
