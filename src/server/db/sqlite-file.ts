/** A connection to the SQLite file with a cache of prepared statements. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

const maxStatements = 500;
/** Busy timeout, ms: long enough for another process's commit, short enough not to block the event loop noticeably. */
const busyTimeout = 4;

export interface SqliteResult {
  rows: Record<string, unknown>[];
  changes: bigint | undefined;
}

export class SqliteFile {
  readonly #connection: DatabaseSync;
  readonly #statements = new Map<string, { statement: StatementSync; columns: string[] }>();

  /** @param mode `read` makes SQLite reject every write */
  constructor(path: string, mode: 'read' | 'write') {
    this.#connection = new DatabaseSync(path, { timeout: busyTimeout, enableForeignKeyConstraints: true });
    const cacheKilobytes = mode === 'read' ? 32_768 : 16_384;
    this.#connection.exec(
      `pragma synchronous = full; pragma cache_size = -${cacheKilobytes}; pragma temp_store = memory;
       pragma case_sensitive_like = on`,
    );
    // `secure_delete` overwrites deleted rows, so that a copy of the file does not reveal them.
    this.#connection.exec(mode === 'read' ? 'pragma query_only = on' : 'pragma secure_delete = on');
  }

  /**
   * Enables the write-ahead log. The setting is stored in the file, so repeated calls have no effect.
   * @throws Error when the file system does not support shared memory between processes, as on most network file systems
   */
  useWriteAheadLog(): void {
    const answer = this.#connection.prepare('pragma journal_mode = wal').get();
    if (answer?.journal_mode !== 'wal') {
      throw new Error('SQLite needs a local disk for DATA_DIR; to use several machines, set DATABASE_URL');
    }
    this.#connection.exec('pragma journal_size_limit = 67108864');
  }

  /** Runs one statement. @throws the driver's error; `isSqliteBusy` recognises the temporary ones */
  run(sql: string, parameters: readonly unknown[]): SqliteResult {
    const prepared = this.#prepared(sql);
    const { statement } = prepared;
    const values = parameters.map(toSqlite);
    if (prepared.columns.length === 0) return { rows: [], changes: BigInt(statement.run(...values).changes) };
    const found = statement.all(...values) as unknown as unknown[][];
    // Another process may have migrated the table. SQLite then recompiles the statement, and its columns may differ from the cached
    // ones.
    if (found[0] && found[0].length !== prepared.columns.length) prepared.columns = columnsOf(statement);
    const { columns } = prepared;
    return { rows: found.map((row) => toRow(columns, row)), changes: undefined };
  }

  get inTransaction(): boolean {
    return this.#connection.isTransaction;
  }

  close(): void {
    this.#statements.clear();
    this.#connection.close();
  }

  #prepared(sql: string) {
    let found = this.#statements.get(sql);
    if (found) this.#statements.delete(sql);
    else {
      const statement = this.#connection.prepare(sql);
      found = { statement, columns: columnsOf(statement) };
      if (found.columns.length > 0) statement.setReturnArrays(true);
      const oldest = this.#statements.size >= maxStatements && this.#statements.keys().next().value;
      if (oldest) this.#statements.delete(oldest);
    }
    this.#statements.set(sql, found);
    return found;
  }
}

function columnsOf(statement: StatementSync): string[] {
  return statement.columns().map(({ name }) => name);
}

/**
 * Builds a plain object: node:sqlite's row objects are slow to create and to read (docs/decisions/02-databases-and-backups.md).
 */
function toRow(columns: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let at = 0; at < columns.length; at += 1) row[columns[at] as string] = values[at];
  return row;
}

/**
 * Converts a value for binding. node:sqlite binds every number as a float, so integers are passed as BigInt: `7 / 2` then gives
 * the same result as in PostgreSQL.
 */
function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === 'number' && Number.isFinite(value)) {
    return Number.isSafeInteger(value) ? BigInt(value) : value;
  }
  if (typeof value === 'string' || typeof value === 'bigint' || value === null) return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(
    `A query parameter is ${typeof value === 'number' ? value : `a ${typeof value}`}; only text, finite numbers, bytes and null can be stored`,
  );
}
