/** Creates the infrastructure tables: settings, page cache purges, email outbox, jobs, rate limits, uploads. */
import type { ColumnTypes, TableDefinition } from '../ddl.ts';

export function houseTables({ id, whole, wholeOrNull, text }: ColumnTypes): Record<string, TableDefinition> {
  return {
    settings: { columns: { key: text, value: text, updated_at: whole }, primaryKey: ['key'] },
    purges: { columns: { id, tag: text, at: whole }, indexes: [{ on: ['at'] }] },
    mails: {
      columns: {
        id,
        dedupe_key: text,
        kind: text,
        to_address: text,
        subject: text,
        text,
        html: text,
        created_at: whole,
        sent_at: wholeOrNull,
        attempts: whole,
        last_error: text,
      },
      unique: [['dedupe_key']],
      indexes: [{ on: ['created_at'], where: 'sent_at is null' }],
    },
    jobs: {
      columns: {
        id,
        kind: text,
        dedupe_key: text,
        payload: text,
        state: text,
        run_at: whole,
        attempts: whole,
        locked_until: whole,
        locked_by: text,
        finished_at: wholeOrNull,
        last_error: text,
      },
      checks: [`state in ('waiting', 'done', 'given_up')`],
      indexes: [
        { on: ['dedupe_key'], unique: true, where: `state = 'waiting' and dedupe_key <> ''` },
        { on: ['kind', 'run_at'], where: `state = 'waiting'` },
        { on: ['finished_at'], where: 'finished_at is not null' },
      ],
    },
    rate_limits: {
      columns: { key: text, window_start: whole, hits: whole },
      primaryKey: ['key'],
      indexes: [{ on: ['window_start'] }],
    },
    uploads: {
      columns: {
        token_hash: text,
        file_name: text,
        storage_key: text,
        expires_at: whole,
        used_at: wholeOrNull,
      },
      primaryKey: ['token_hash'],
      indexes: [{ on: ['expires_at'] }],
    },
  };
}
