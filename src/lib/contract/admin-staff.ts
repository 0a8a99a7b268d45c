/** Endpoints of staff: setup, login, members, API tokens and the audit log (docs/decisions/28-staff-and-admin.md). */
import { z } from 'zod';
import { toPlainSingleLine } from '../control-characters.ts';
import { permissions, roles } from '../staff/roles.ts';
import { adminEndpoint, endpoint } from './endpoint.ts';
import { email, emptyData, password, requiredText, text } from './fields.ts';

const role = z.enum(roles);
const memberName = requiredText(100, toPlainSingleLine);
const code = z.string().trim().max(40);

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
};
