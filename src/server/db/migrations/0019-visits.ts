/**
 * Creates the tables of visits, page views and load times reported by browsers, and of the daily statistics calculated from them.
 */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import { type ColumnTypes, createTable, type TableDefinition } from '../ddl.ts';

export async function addVisits(
  db: Kysely<unknown>,
  dialect: Database['dialect'],
  types: ColumnTypes,
): Promise<void> {
  for (const [name, definition] of Object.entries(visitTables(types))) {
    await createTable(db, dialect, name, definition);
  }
  await sql.raw(`alter table bag_events add column session_id ${types.text} default ''`).execute(db);
  // For the daily statistics, which select a day's sales by payment time.
  await sql.raw('create index orders_by_paid_at on orders (paid_at) where paid_at is not null').execute(db);
}

function visitTables({ id, whole, wholeOrNull, text, bit }: ColumnTypes): Record<string, TableDefinition> {
  return {
    visits: {
      columns: {
        session_id: text,
        client_id: text,
        one_id: text,
        session_start_time: whole,
        last_act_time: whole,
        landing_page: text,
        referer: text,
        source: text,
        utm_source: text,
        utm_campaign: text,
        utm_medium: text,
        utm_term: text,
        utm_content: text,
        mc_cid: text,
        mc_eid: text,
        extra_params: text,
        is_bot: bit('is_bot'),
        at: whole,
      },
      primaryKey: ['session_id'],
      indexes: [{ on: ['at'] }, { on: ['one_id'] }],
    },
    page_views: {
      columns: {
        id,
        view_id: text,
        session_id: text,
        client_id: text,
        page_type: text,
        path: text,
        handle: text,
        referer: text,
        first_paint_time: wholeOrNull,
        ready_time: wholeOrNull,
        seconds: wholeOrNull,
        extra_params: text,
        is_bot: bit('is_bot'),
        at: whole,
      },
      unique: [['view_id']],
      indexes: [{ on: ['at'] }],
    },
    page_loads: {
      columns: {
        id,
        session_id: text,
        path: text,
        redirect: whole,
        domain_lookup: whole,
        connect: whole,
        request: whole,
        duration: whole,
        is_bot: bit('is_bot'),
        at: whole,
      },
      indexes: [{ on: ['at'] }],
    },
    daily_figures: {
      columns: {
        day: text,
        kind: text,
        name: text,
        visits: whole,
        views: whole,
        lookers: whole,
        adders: whole,
        checkouts: whole,
        bots: whole,
        added: whole,
        sold: whole,
        orders: whole,
        amount: whole,
        refunded: whole,
        load_time: wholeOrNull,
      },
      primaryKey: ['day', 'kind', 'name'],
      checks: [`kind in ('shop', 'source', 'product', 'money')`],
    },
  };
}
