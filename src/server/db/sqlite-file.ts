/** One connection to the SQLite file with a cache of prepared statements. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

const maxStatements = 500;
/** In ms: long enough to wait for another process's commit, short enough not to block the event loop noticeably. */
const busyTimeout = 4;

export interface SqliteResult {
  rows: Record<string, unknown>[];
  changes: bigint | undefined;
}

export class SqliteFile {
  readonly #connection: DatabaseSync;
  readonly #statements = new Map<string, { statement: StatementSync; columns: string[] }>();

  /** @param mode `read` rejects every write */
  constructor(path: string, mode: 'read' | 'write') {
    this.#connection = new DatabaseSync(path, { timeout: busyTimeout, enableForeignKeyConstraints: true });
    const cacheKilobytes = mode === 'read' ? 32_768 : 16_384;
    this.#connection.exec(
      `pragma synchronous = full; pragma cache_size = -${cacheKilobytes}; pragma temp_store = memory;
       pragma case_sensitive_like = on`,
    );
    // Overwrites deleted rows, so that a copy of the file does not reveal them.
    this.#connection.exec(mode === 'read' ? 'pragma query_only = on' : 'pragma secure_delete = on');
  }

  /**
   * Turns on the write-ahead log. The file stores the setting, so repeating the call changes nothing.
   * @throws Error when the file system has no shared memory between processes, as most network file systems do not
   */
  useWriteAheadLog(): void {
    const answer = this.#connection.prepare('pragma journal_mode = wal').get();
    if (answer?.journal_mode !== 'wal') {
      throw new Error('SQLite needs a local disk for DATA_DIR; to use several machines, set DATABASE_URL');
    }
    this.#connection.exec('pragma journal_size_limit = 67108864');
  }

  /** @throws the driver's error; `isBusy` recognises the temporary ones */
  run(sql: string, parameters: readonly unknown[]): SqliteResult {
    const prepared = this.#prepared(sql);
    const { statement } = prepared;
    const values = parameters.map(toSqlite);
    if (prepared.columns.length === 0) return { rows: [], changes: BigInt(statement.run(...values).changes) };
    const found = statement.all(...values) as unknown as unknown[][];
    // SQLite recompiles a statement after another process's migration has changed the table.
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

/** node:sqlite's row objects are hash tables, slow to create and to read (docs/decisions/02-databases-and-backups.md). */
function toRow(columns: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let at = 0; at < columns.length; at += 1) row[columns[at] as string] = values[at];
  return row;
}

/**
 * node:sqlite binds every number as a float; integers are bound as BigInt, so that `7 / 2` gives the same result as in
 * PostgreSQL.
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
