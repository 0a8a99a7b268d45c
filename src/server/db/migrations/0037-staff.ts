/** Creates the tables of staff: members, their logins and invitations, API tokens, confirmations and the audit log. */
import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import { type ColumnTypes, createTable, type TableDefinition } from '../ddl.ts';

export async function addStaff(
  db: Kysely<unknown>,
  dialect: Database['dialect'],
  types: ColumnTypes,
): Promise<void> {
  for (const [name, definition] of Object.entries(staffTables(types)))
    await createTable(db, dialect, name, definition);
}

function staffTables({ id, whole, wholeOrNull, text, to }: ColumnTypes): Record<string, TableDefinition> {
  return {
    staff: {
      columns: {
        id,
        email: text,
        email_key: text,
        name: text,
        role: text,
        password_hash: text,
        totp_secret: text,
        pending_totp_secret: text,
        totp_step: whole,
        created_at: whole,
        disabled_at: wholeOrNull,
      },
      unique: [['email_key']],
      indexes: [{ on: ['role'] }],
    },
    staff_recovery_codes: {
      columns: { staff_id: to('staff'), code_hash: text, used_at: wholeOrNull },
      primaryKey: ['staff_id', 'code_hash'],
    },
    staff_invites: {
      columns: {
        email_key: text,
        token_hash: text,
        link_id: text,
        email: text,
        role: text,
        expires_at: whole,
        used_at: wholeOrNull,
      },
      primaryKey: ['email_key'],
      unique: [['token_hash']],
    },
    staff_sessions: {
      columns: {
        token_hash: text,
        staff_id: to('staff'),
        device: text,
        created_at: whole,
        used_at: whole,
        expires_at: whole,
      },
      primaryKey: ['token_hash'],
      indexes: [{ on: ['staff_id'] }, { on: ['expires_at'] }],
    },
    api_tokens: {
      columns: {
        id,
        name: text,
        token_hash: text,
        scopes: text,
        created_by: to('staff'),
        created_at: whole,
        expires_at: whole,
        used_at: wholeOrNull,
        revoked_at: wholeOrNull,
      },
      unique: [['token_hash']],
      indexes: [{ on: ['created_by'] }],
    },
    staff_confirmations: {
      columns: {
        token_hash: text,
        session: text,
        endpoint: text,
        subject: text,
        amount: wholeOrNull,
        expires_at: whole,
      },
      primaryKey: ['token_hash'],
      indexes: [{ on: ['expires_at'] }],
    },
    // No foreign keys: an entry outlives what it names.
    audit_log: {
      columns: {
        id,
        at: whole,
        staff_id: wholeOrNull,
        token_id: wholeOrNull,
        endpoint: text,
        subject: text,
        state: text,
        details: text,
        ip: text,
      },
      indexes: [{ on: ['at', 'id'] }, { on: ['staff_id', 'at'] }, { on: ['subject', 'at'] }],
    },
  };
}
