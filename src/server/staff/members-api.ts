/** Handlers by which owners manage members of staff and API tokens, and read the audit log. */

import { auditLogEntry, type StaffMember } from '#lib/contract/admin-staff.ts';
import * as codes from '#lib/contract/codes.ts';
import { Failure } from '../core/failure.ts';
import type { Handlers } from '../core/handler.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { hashToken } from '../db/token-hash.ts';
import { callerStaff, checkStaffEmail, lastOwner } from './access-api.ts';
import { createApiToken, storedScopes } from './api-tokens-store.ts';
import { prepareInvite, saveInvite } from './invites-store.ts';
import { endStaffSessions } from './sessions-store.ts';
import {
  deleteInvitesOf,
  disableStaff,
  hasOwner,
  lockOwners,
  readStaff,
  type Staff,
  updateStaff,
} from './staff-store.ts';

const day = 24 * 60 * 60_000;

/** Splits a list's `sort`, and the rows to skip. */
function orderOf<Field extends string>(query: {
  page: number;
  per_page: number;
  sort: `${Field}:${'asc' | 'desc'}`;
}) {
  const [field, direction] = query.sort.split(':') as [Field, 'asc' | 'desc'];
  return { field, direction, limit: query.per_page, offset: (query.page - 1) * query.per_page };
}

export const staffManagementHandlers: Handlers = {
  'GET /api/v1/admin/staff': async ({ query }, { services: { db } }) => {
    const { field, direction, limit, offset } = orderOf(query);
    const rows = await db.read
      .selectFrom('staff')
      .selectAll()
      .orderBy(field, direction)
      .orderBy('id')
      .limit(limit)
      .offset(offset)
      .execute();
    return { items: rows.map(toMember), total: await countRows(db.read, 'staff') };
  },

  'POST /api/v1/admin/staff': async ({ body }, context) => {
    checkStaffEmail(body.email);
    const { services } = context;
    const invite = await prepareInvite(services);
    await services.db.transaction(async (trx) => {
      await saveInvite(trx, invite, body);
      await context.audit(trx, { role: body.role });
    });
    return { link: invite.link, expires_at: invite.expiresAt };
  },

  'PATCH /api/v1/admin/staff/:id': async ({ params, body }, context) => {
    return context.services.db.transaction(async (trx) => {
      await lockOwners(trx);
      const before = await requireMember(trx, params.id);
      const { name = before.name, role = before.role } = body;
      if (role !== 'owner' && before.role === 'owner') await checkOtherOwner(trx, before);
      await updateStaff(trx, before.id, { name, role });
      if (role !== before.role) await deleteInvitesOf(trx, before);
      await context.audit(trx, { name, role, previous_role: before.role });
      return toMember({ ...before, name, role });
    });
  },

  'DELETE /api/v1/admin/staff/:id': async ({ params }, context) => {
    await context.services.db.transaction(async (trx) => {
      await lockOwners(trx);
      const member = await requireMember(trx, params.id);
      if (member.role === 'owner') await checkOtherOwner(trx, member);
      await disableStaff(trx, member, context.now);
      await endStaffSessions(trx, member.id);
      await context.audit(trx, { email: member.email });
    });
    return {};
  },

  'GET /api/v1/admin/tokens': async ({ query }, { services: { db } }) => {
    const { field, direction, limit, offset } = orderOf(query);
    const rows = await db.read
      .selectFrom('api_tokens')
      .innerJoin('staff', 'staff.id', 'api_tokens.created_by')
      .select(['api_tokens.id', 'api_tokens.name', 'scopes', 'staff.name as created_by'])
      .select(['api_tokens.created_at', 'expires_at', 'used_at', 'revoked_at'])
      .orderBy(`api_tokens.${field}`, direction)
      .orderBy('api_tokens.id')
      .limit(limit)
      .offset(offset)
      .execute();
    const items = rows.map((row) => ({ ...row, scopes: storedScopes.parse(row.scopes) }));
    return { items, total: await countRows(db.read, 'api_tokens') };
  },

  'POST /api/v1/admin/tokens': async ({ body }, context) => {
    const { id: created_by } = callerStaff(context);
    const token = createApiToken();
    const expires_at = context.now + body.expires_in_days * day;
    const scopes = [...new Set(body.scopes)];
    return context.services.db.transaction(async (trx) => {
      const { id } = await trx
        .insertInto('api_tokens')
        .values({
          ...{ name: body.name, token_hash: hashToken(token), scopes: JSON.stringify(scopes), created_by },
          ...{ created_at: context.now, expires_at, used_at: null, revoked_at: null },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await context.audit(trx, { id, scopes, expires_at });
      return { id, token, expires_at };
    });
  },

  'DELETE /api/v1/admin/tokens/:id': async ({ params }, context) => {
    await context.services.db.transaction(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('api_tokens')
        .set({ revoked_at: context.now })
        .where('id', '=', params.id)
        .where('revoked_at', 'is', null)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n)
        throw new Failure(codes.notFound, 'There is no such API token, or it is revoked already.');
      await context.audit(trx);
    });
    return {};
  },

  'GET /api/v1/admin/log': async ({ query }, { services: { db } }) => {
    const { direction, limit, offset } = orderOf(query);
    const { staff_id, subject } = query;
    const entries = db.read
      .selectFrom('audit_log')
      .$if(staff_id !== undefined, (select) => select.where('staff_id', '=', staff_id!))
      .$if(subject !== undefined, (select) => select.where('subject', '=', subject!));
    const [rows, { total }] = await Promise.all([
      entries
        .leftJoin('staff', 'staff.id', 'audit_log.staff_id')
        .leftJoin('api_tokens', 'api_tokens.id', 'audit_log.token_id')
        .select(['audit_log.id', 'at', 'endpoint', 'subject', 'state', 'details', 'ip'])
        .select(['staff.name as staff_name', 'api_tokens.name as token_name'])
        .orderBy('at', direction)
        .orderBy('audit_log.id', direction)
        .limit(limit)
        .offset(offset)
        .execute(),
      entries.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    ]);
    return {
      items: rows.map(({ details, staff_name, token_name, ...row }) => ({
        ...row,
        ...{ staff_name: staff_name ?? '', token_name: token_name ?? '' },
        details: auditLogEntry.shape.details.parse(JSON.parse(details)),
      })),
      total: Number(total),
    };
  },
};

function toMember(row: Staff): StaffMember {
  const { id, email, name, role, created_at, disabled_at } = row;
  return { id, email, name, role, has_totp: row.totp_secret !== '', created_at, disabled_at };
}

async function requireMember(trx: Transaction, id: number): Promise<Staff> {
  const member = await readStaff(trx, id);
  if (member && member.disabled_at === null) return member;
  throw new Failure(codes.notFound, 'There is no such member of staff, or the member is disabled.');
}

/** @throws Failure 10001 if the member is the last owner */
async function checkOtherOwner(trx: Transaction, { id }: Staff): Promise<void> {
  if (!(await hasOwner(trx, id))) throw lastOwner();
}

async function countRows(db: Queryable, table: 'staff' | 'api_tokens'): Promise<number> {
  const { total } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}
