/**
 * The sandbox's ledger: a separate SQLite file with the data that PayPal, Stripe and the card gateway would store. It is written before
 * each response, so that it can be compared with the shop's data after either process was killed.
 */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';

const schema = `
  CREATE TABLE IF NOT EXISTS paypal_orders (id TEXT PRIMARY KEY, status TEXT NOT NULL, body TEXT NOT NULL, created_at INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS tokens (token TEXT PRIMARY KEY, expires_at INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, status INTEGER NOT NULL, body TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS card_tokens (token TEXT PRIMARY KEY, outcome TEXT NOT NULL, brand TEXT NOT NULL, last4 TEXT NOT NULL, expires_at INTEGER NOT NULL, used_by TEXT NOT NULL DEFAULT '') STRICT;
  CREATE TABLE IF NOT EXISTS card_payments (id TEXT PRIMARY KEY, request_id TEXT NOT NULL UNIQUE, order_no TEXT NOT NULL, flow TEXT NOT NULL, status TEXT NOT NULL,
    amount INTEGER NOT NULL, currency TEXT NOT NULL, client_secret TEXT NOT NULL, return_url TEXT NOT NULL, cancel_url TEXT NOT NULL, description TEXT NOT NULL,
    brand TEXT NOT NULL DEFAULT '', last4 TEXT NOT NULL DEFAULT '', reason TEXT NOT NULL DEFAULT '', charge_id TEXT NOT NULL DEFAULT '', created_at INTEGER NOT NULL,
    provider TEXT NOT NULL DEFAULT 'simulated', payee TEXT NOT NULL DEFAULT '') STRICT;
  CREATE TABLE IF NOT EXISTS stripe_intents (id TEXT PRIMARY KEY, body TEXT NOT NULL, created_at INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS stripe_refunds (id TEXT PRIMARY KEY, intent TEXT NOT NULL, body TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS moves (id TEXT PRIMARY KEY, provider TEXT NOT NULL, kind TEXT NOT NULL CHECK (kind IN ('capture','refund')), of_id TEXT NOT NULL,
    payment_id TEXT NOT NULL, request_id TEXT NOT NULL, amount TEXT NOT NULL, currency TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS deliveries (id INTEGER PRIMARY KEY, provider TEXT NOT NULL, event_id TEXT NOT NULL, type TEXT NOT NULL, body TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0, next_at INTEGER NOT NULL, delivered_at INTEGER, last_status INTEGER NOT NULL DEFAULT 0) STRICT;
  CREATE TABLE IF NOT EXISTS keys (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
`;

/** Columns that are missing in ledgers created by earlier versions. */
const laterColumns = [
  ['card_payments', 'provider', `TEXT NOT NULL DEFAULT 'simulated'`],
  ['card_payments', 'payee', `TEXT NOT NULL DEFAULT ''`],
] as const;

export type Row = Record<string, SQLInputValue>;

export interface Ledger {
  all(sql: string, ...values: SQLInputValue[]): Row[];
  one(sql: string, ...values: SQLInputValue[]): Row | undefined;
  /** Executes a statement and returns the number of changed rows. */
  run(sql: string, ...values: SQLInputValue[]): number;
  /** Inserts a row; its keys are the column names. */
  insert(table: string, row: Row): void;
  /** Runs synchronous work in a transaction. */
  together<Result>(work: () => Result): Result;
  close(): void;
}

/** Opens or creates the ledger at `path` (`:memory:` in tests). */
export function openLedger(path: string): Ledger {
  const db = new DatabaseSync(path, { timeout: 5000 });
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  db.exec(schema);
  for (const [table, column, type] of laterColumns) {
    const columns = db.prepare(`SELECT name FROM pragma_table_info('${table}')`).all() as Row[];
    if (columns.every(({ name }) => name !== column))
      db.exec(`ALTER TABLE ${table} ADD COLUMN ${column} ${type}`);
  }
  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  const prepared = (sql: string) => {
    const columns = statements.get(sql);
    if (columns) return columns;
    const statement = db.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    all: (sql, ...values) => prepared(sql).all(...values) as Row[],
    one: (sql, ...values) => prepared(sql).get(...values) as Row | undefined,
    run: (sql, ...values) => Number(prepared(sql).run(...values).changes),
    insert(table, row) {
      const names = Object.keys(row);
      const values = names.map(() => '?');
      prepared(`INSERT INTO ${table} (${names}) VALUES (${values})`).run(...Object.values(row));
    },
    together(work) {
      db.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        db.exec('COMMIT');
        return result;
      } catch (error) {
        db.exec('ROLLBACK');
        throw error;
      }
    },
    close: () => db.close(),
  };
}
