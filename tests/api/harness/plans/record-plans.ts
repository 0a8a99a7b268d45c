/**
 * Plans each statement that the shop runs in an API test, with its values, in a separate database: SQLite without rows, as
 * before it has statistics; PostgreSQL on the small filled tables of fill-tables.ts with sequential scans off.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DefaultQueryExecutor, type QueryExecutor } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import { copyTemplate } from '../../../templates.ts';
import { exceptions } from './exceptions.ts';
import { planFault, readPostgresPlan, readSqlitePlan } from './query-plan.ts';

/** Returns the problem of a statement, '' for none. */
type Planner = (sql: string, values: readonly unknown[]) => string | Promise<string>;

interface StatementPlanner {
  plan: Planner;
  close: () => Promise<void>;
}

interface Statement {
  fault: string | Promise<string>;
  isReported: boolean;
}

/** Keyed by SQL text and by the values that the condition of a partial index could name. */
const statements = new Map<string, Statement>();
const faults = new Set<string>();
const pending = new Set<Promise<void>>();
let planner: StatementPlanner | null = null;

/** Plans every statement that this worker runs from now on; called once per worker, when this module loads. */
function recordPlans(): void {
  // Above the drivers the stack still names the shop's function, within transactions too.
  const executor: QueryExecutor = Object.getPrototypeOf(DefaultQueryExecutor.prototype);
  const execute = executor.executeQuery;
  executor.executeQuery = function (query, options) {
    record(query.sql, query.parameters);
    return execute.call(this, query, options) as never;
  };
}

recordPlans();

/** @throws Error listing the statements run since the last call that read more rows the longer the shop sells */
export async function assertPlans(): Promise<void> {
  while (pending.size > 0) await Promise.all(pending);
  const found = [...faults];
  faults.clear();
  if (found.length > 0) throw new Error(`Statements that grow with history:\n${found.join('\n')}`);
}

/** Closes the planning database; the next statement opens another. */
export async function closePlans(): Promise<void> {
  await planner?.close();
  planner = null;
}

function record(sql: string, values: readonly unknown[]): void {
  if (!/^\s*(select|insert|update|delete|with)\b/i.test(sql)) return;
  const key = `${shapeOf(sql)}|${values.map(wordOf).join()}`;
  const statement = statements.get(key) ?? newStatement(sql, values);
  statements.set(key, statement);
  if (statement.fault === '' || statement.isReported) return;
  const origin = originOf(stackHere());
  if (origin === '') return;
  const report = (found: string) => {
    if (found === '' || statement.isReported) return;
    statement.isReported = true;
    faults.add(`${found}\n    ${sql}\n    [${values.map(String).join()}]\n    ${origin}`);
  };
  if (typeof statement.fault === 'string') report(statement.fault);
  else waitFor(statement.fault.then(report));
}

function newStatement(sql: string, values: readonly unknown[]): Statement {
  const statement: Statement = { fault: findFault(sql, values), isReported: false };
  if (typeof statement.fault !== 'string') {
    const known = statement.fault.then((found) => {
      statement.fault = found;
    });
    waitFor(known);
  }
  return statement;
}

/** Makes assertPlans wait for a plan. */
function waitFor(planned: Promise<void>): void {
  const done: Promise<void> = planned.finally(() => pending.delete(done));
  pending.add(done);
}

const shapes = new Map<string, string>();

/** Returns the statement with lists of any length reduced to one form. */
function shapeOf(sql: string): string {
  const shape =
    shapes.get(sql) ?? sql.replace(/(?:(?:\?|\$\d+), )+(?:\?|\$\d+)/g, '…').replace(/(?:\(…\), )+/g, '');
  shapes.set(sql, shape);
  return shape;
}

/** Returns a value that the condition of a partial index may name, such as `held` or ''; '?' for any other. */
function wordOf(value: unknown): string {
  return typeof value === 'string' && /^[a-z_]{0,12}$/.test(value) ? value : '?';
}

function stackHere(): string {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = 100;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = before;
  return stack;
}

/** Returns the place in the shop's code that ran the statement; '' for a test's own statement and an exempt one. */
function originOf(stack: string): string {
  const frames = [...stack.matchAll(/\/((?:src|tests)\/[^\s():]+):(\d+)/g)].filter(
    ([, file]) => !/^src\/server\/db\/[^/]*$|^tests\/api\/harness\/plans\//.test(file!),
  );
  if (frames[0]?.[1]?.startsWith('tests/')) return '';
  if (frames.some(([, file]) => exceptions.some(({ path }) => file!.startsWith(path)))) return '';
  return (
    frames
      .map(([, file, line]) => `${file}:${line}`)
      .slice(0, 3)
      .join(' < ') || 'unknown place'
  );
}

function findFault(sql: string, values: readonly unknown[]): string | Promise<string> {
  planner ??= inject('postgresPlans') === '' ? planOnNoRows() : planOnPostgres(inject('postgresPlans'));
  return planner.plan(sql, values);
}

/**
 * Plans later statements on the SQLite file of a shop that a test has filled and analysed.
 * @param tables the filled tables
 */
export async function planOn(folder: string, tables: readonly string[]): Promise<void> {
  await closePlans();
  statements.clear();
  planner = planOnSqlite(join(folder, 'atoll.db'), tables);
}

function planOnNoRows(): StatementPlanner {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-plans-'));
  copyTemplate('migrated', folder);
  const { plan, close } = planOnSqlite(join(folder, 'atoll.db'));
  return { plan, close: () => close().finally(() => rmSync(folder, { recursive: true })) };
}

function planOnSqlite(file: string, counted?: readonly string[]): StatementPlanner {
  const db = new DatabaseSync(file, { readOnly: true });
  // The settings of sqlite-file.ts: with case_sensitive_like, `like` can use an index.
  db.exec('pragma foreign_keys = on; pragma case_sensitive_like = on');
  const names = db.prepare(`select name from sqlite_master where type = 'table'`).all();
  const tables = new Set(counted ?? names.map(({ name }) => String(name)));
  const plan: Planner = (sql, values) => {
    let rows: Record<string, unknown>[];
    try {
      const bound = values.map((value) => (Number.isInteger(value) ? BigInt(value as number) : value));
      rows = db.prepare(`explain query plan ${sql}`).all(...(bound as string[]));
    } catch (error) {
      if (isOtherShape(error)) return '';
      throw error;
    }
    const lines = rows.map(({ detail }) => String(detail));
    const { accesses, sorts } = readSqlitePlan(sql, lines, tables);
    return planFault(sql, accesses, sorts);
  };
  return { plan, close: async () => db.close() };
}

function planOnPostgres(url: string): StatementPlanner {
  const client = new pg.Client({ connectionString: url });
  // The server may stop before the tests do.
  client.on('error', () => {});
  const opened = openPlanner(client);
  const plan: Planner = async (sql, values) => {
    const columns = await opened;
    try {
      const { rows } = await client.query(`explain (format json) ${sql}`, values as unknown[]);
      const { accesses, sorts } = readPostgresPlan(rows[0]['QUERY PLAN'][0].Plan, columns);
      return planFault(sql, accesses, sorts);
    } catch (error) {
      if (isOtherShape(error)) return '';
      throw error;
    }
  };
  return { plan, close: () => client.end() };
}

async function openPlanner(client: pg.Client): Promise<Map<string, string[]>> {
  await client.connect();
  // These plans read all rows once, the cheapest way for small tables. If one is used although off, no index fits.
  for (const plan of ['seqscan', 'hashjoin', 'mergejoin', 'material'])
    await client.query(`set enable_${plan} = off`);
  const { rows } = await client.query(
    `select table_name as table, array_agg(column_name::text) as columns from information_schema.columns
     where table_schema = 'public' group by table_name`,
  );
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

/** Detects statements of migration tests, on older tables, and of error tests, with SQL or values that no database accepts. */
function isOtherShape(error: unknown): boolean {
  const { message, code = '' } = error as { message: string; code?: string };
  return /^no such |syntax error|has no column/.test(message) || /^(22|42)/.test(code);
}
