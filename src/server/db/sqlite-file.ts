/** One connection to the SQLite file, with its prepared statements cached. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

const keptStatements = 500;
/** Long enough to step over another process's commit, short enough that a blocked event loop goes unnoticed. */
const busyTimeout = 4;

export interface SqliteAnswer {
  rows: Record<string, unknown>[];
  changes: bigint | undefined;
}

export class SqliteFile {
  readonly #connection: DatabaseSync;
  readonly #statements = new Map<string, { statement: StatementSync; columns: string[] }>();

  /** @param mode `write` may change the file, `read` refuses every write. */
  constructor(path: string, mode: 'read' | 'write') {
    this.#connection = new DatabaseSync(path, { timeout: busyTimeout, enableForeignKeyConstraints: true });
    const cacheKilobytes = mode === 'read' ? 32_768 : 16_384;
    this.#connection.exec(
      `pragma synchronous = full; pragma cache_size = -${cacheKilobytes}; pragma temp_store = memory;
       pragma case_sensitive_like = on`,
    );
    // A copy of the file must not show what was deleted.
    this.#connection.exec(mode === 'read' ? 'pragma query_only = on' : 'pragma secure_delete = on');
  }

  /**
   * Turns the write-ahead log on. The file stores the setting; asking again changes nothing.
   * @throws Error where the file system cannot share memory between processes, as most network ones cannot
   */
  useWriteAheadLog(): void {
    const answer = this.#connection.prepare('pragma journal_mode = wal').get();
    if (answer?.journal_mode !== 'wal') {
      throw new Error('SQLite needs a local disk for DATA_DIR; for several machines set DATABASE_URL');
    }
    this.#connection.exec('pragma journal_size_limit = 67108864');
  }

  /**
   * Runs one statement.
   * @throws the database's error; `isBusy` tells the one that passes
   */
  run(sql: string, parameters: readonly unknown[]): SqliteAnswer {
    const prepared = this.#prepared(sql);
    const { statement } = prepared;
    const values = parameters.map(toSqlite);
    if (prepared.columns.length === 0) return { rows: [], changes: BigInt(statement.run(...values).changes) };
    const found = statement.all(...values) as unknown as unknown[][];
    // SQLite prepares anew what another process's migration has changed under it.
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
      const oldest = this.#statements.size >= keptStatements && this.#statements.keys().next().value;
      if (oldest) this.#statements.delete(oldest);
    }
    this.#statements.set(sql, found);
    return found;
  }
}

function columnsOf(statement: StatementSync): string[] {
  return statement.columns().map(({ name }) => name);
}

/** node:sqlite's own objects are hash tables, slow to make and to read (docs/decisions/02-databases-and-backups.md). */
function toRow(columns: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let at = 0; at < columns.length; at += 1) row[columns[at] as string] = values[at];
  return row;
}

/** node:sqlite binds every JavaScript number as a float; whole ones must stay whole, or `7 / 2` differs from PostgreSQL's. */
function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === 'number' && Number.isFinite(value)) {
    return Number.isSafeInteger(value) ? BigInt(value) : value;
  }
  if (typeof value === 'string' || typeof value === 'bigint' || value === null) return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(
    `A query was given ${typeof value === 'number' ? value : `a ${typeof value}`}; only text, finite numbers, bytes and null can be stored`,
  );
}
