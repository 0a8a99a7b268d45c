import { expect, test } from 'vitest';
import {
  type PostgresNode,
  planFault,
  readPostgresPlan,
  readSqlitePlan,
} from '../../api/harness/plans/query-plan.ts';

const columns = new Map([
  ['orders', ['order_no', 'status_key', 'order_time', 'held_until']],
  ['payments', ['id', 'order_no', 'provider', 'provider_ref', 'state', 'ask_at']],
  ['products', ['id', 'handle']],
]);
const tables = new Set(columns.keys());

function onSqlite(sql: string, ...lines: string[]): string {
  const { accesses, sorts } = readSqlitePlan(sql, lines, tables);
  return planFault(sql, accesses, sorts);
}

function onPostgres(sql: string, plan: PostgresNode): string {
  const { accesses, sorts } = readPostgresPlan(plan, columns);
  return planFault(sql, accesses, sorts);
}

const byOrder = 'select "id" from "payments" where "order_no" = ?';

test.each([
  ['a scan of a table', byOrder, 'SCAN payments', 'reads all of payments'],
  ['a scan of an index', byOrder, 'SCAN payments USING COVERING INDEX by_no', 'reads all of payments'],
  [
    'an index made for one run',
    byOrder,
    'SEARCH payments USING AUTOMATIC COVERING INDEX (order_no=?)',
    'reads all of payments',
  ],
  [
    'a table under another name',
    'select 1 from "payments" as "other"',
    'SCAN other',
    'reads all of payments',
  ],
  [
    'an index skipped through',
    byOrder,
    'SEARCH payments USING INDEX by_state (ANY(state) AND provider=?)',
    'reads payments bounded only by provider (by_state)',
  ],
  [
    'a range of a state',
    byOrder,
    'SEARCH payments USING INDEX by_state (state=?)',
    'reads payments bounded only by state (by_state)',
  ],
  [
    'states in a range',
    byOrder,
    'SEARCH orders USING INDEX by_status (status_key>? AND status_key<?)',
    'reads orders bounded only by status_key (by_status)',
  ],
])('SQLite: finds %s', (_, sql, line, fault) => {
  expect(onSqlite(sql, line)).toBe(fault);
});

test.each([
  ['a row by its number', 'SEARCH payments USING INTEGER PRIMARY KEY (rowid=?)'],
  ['rows by a key', 'SEARCH payments USING INDEX by_ref (provider=? AND provider_ref=?)'],
  ['rows by an expression', 'SEARCH orders USING INDEX by_email (<expr>=?)'],
  ['a page after a pair', 'SEARCH orders USING INDEX by_time ((status_key,order_time)>(?,?))'],
  ['a state in a time', 'SEARCH payments USING INDEX by_state (state=? AND ask_at<?)'],
  ['the last entry of an index', 'SEARCH payments USING COVERING INDEX by_no'],
  ['all that is held now', 'SCAN orders USING INDEX orders_by_held_until'],
  ['all of the catalogue', 'SCAN products'],
  ['a result of a subquery', 'SCAN due'],
  ['values', 'SCAN 3 CONSTANT ROWS'],
])('SQLite: lets %s be read', (_, line) => {
  expect(onSqlite(byOrder, line)).toBe('');
});

test('lets the first rows in the order of an index be read, and no more', () => {
  const newest = 'select "id" from "payments" order by "id" desc limit ?';
  expect(onSqlite(newest, 'SCAN payments')).toBe('');
  expect(onSqlite(newest, 'SCAN payments', 'USE TEMP B-TREE FOR ORDER BY')).toBe('reads all of payments');
  const filtered = 'select "id" from "payments" where "order_no" = ? order by "id" limit ?';
  expect(onSqlite(filtered, 'SCAN payments')).toBe('reads all of payments');
  const scan = { 'Node Type': 'Index Scan', 'Relation Name': 'payments', 'Index Name': 'payments_pkey' };
  expect(onPostgres(newest, { 'Node Type': 'Limit', Plans: [scan] })).toBe('');
  const sorted = { 'Node Type': 'Limit', Plans: [{ 'Node Type': 'Sort', Plans: [scan] }] };
  expect(onPostgres(newest, sorted)).toBe('reads all of payments');
});

test('names each fault of a statement once', () => {
  const lines = ['SCAN payments', 'SEARCH orders USING INDEX o (order_no=?)', 'SCAN payments'];
  expect(onSqlite(byOrder, ...lines)).toBe('reads all of payments');
});

function scanOf(condition: string | undefined, table = 'payments'): PostgresNode {
  return {
    'Node Type': 'Index Scan',
    'Relation Name': table,
    'Index Name': 'i',
    ...(condition && { 'Index Cond': condition }),
  };
}

test.each<[string, PostgresNode, string]>([
  ['a sequential scan', { 'Node Type': 'Seq Scan', 'Relation Name': 'payments' }, 'reads all of payments'],
  ['an index without a bound', scanOf(undefined), 'reads all of payments'],
  [
    'a range of a state',
    scanOf(`(state = ANY ('{new,"order_no"}'::text[]))`),
    'reads payments bounded only by state (i)',
  ],
  [
    'a bitmap of a state inside another plan',
    {
      'Node Type': 'Nested Loop',
      Plans: [
        scanOf(`(order_no = 'A'::text)`, 'orders'),
        {
          'Node Type': 'Bitmap Heap Scan',
          'Relation Name': 'payments',
          Plans: [
            { 'Node Type': 'Bitmap Index Scan', 'Index Name': 'i', 'Index Cond': `(state = 'new'::text)` },
          ],
        },
      ],
    },
    'reads payments bounded only by state (i)',
  ],
])('PostgreSQL: finds %s', (_, plan, fault) => {
  expect(onPostgres(byOrder, plan)).toBe(fault);
});

test('PostgreSQL: lets rows by a key be read, all that is held now, and all of the catalogue', () => {
  const held: PostgresNode = { ...scanOf(undefined, 'orders'), 'Index Name': 'orders_by_held_until' };
  const products: PostgresNode = { 'Node Type': 'Seq Scan', 'Relation Name': 'products' };
  const key = scanOf(`((provider = 'simulated'::text) AND (provider_ref = 'it''s'::text))`);
  for (const plan of [held, products, key, scanOf(`(payments.order_no = orders.order_no)`)])
    expect(onPostgres(byOrder, plan)).toBe('');
});
