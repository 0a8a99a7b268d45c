/** Kysely dialect for node:sqlite. It uses BEGIN IMMEDIATE, and waits for other processes without blocking the event loop. */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { EventLoopBudget } from './event-loop-budget.ts';
import { isSqliteBusy, retryConflicts } from './retry.ts';
import type { SqliteFile } from './sqlite-file.ts';
import type { WriteQueue } from './write-queue.ts';

const busyRetry = { withinMs: 15_000, maxDelayMs: 25 };

export interface SqliteAccess {
  file: SqliteFile;
  turns: EventLoopBudget;
  /** Lets only one caller at a time use the write connection; undefined for the read connection. */
  queue?: WriteQueue;
  /** Statement that begins a transaction; undefined where transactions are not allowed. */
  begin?: 'begin immediate' | 'begin';
  /** Throws when the caller may not query the database now. */
  admit(): void;
}

/** Uses the driver's own queue instead of Kysely's mutex, and lets migrations run in one transaction. */
class CustomSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true;
  }
  override get supportsTransactionalDdl() {
    return true;
  }
}

export function sqliteDialect(access: SqliteAccess): Dialect {
  return {
    createAdapter: () => new CustomSqliteAdapter(),
    createDriver: () => new SqliteDriver(access),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

class SqliteDriver implements Driver {
  readonly #access: SqliteAccess;
  constructor(access: SqliteAccess) {
    this.#access = access;
  }

  async init(): Promise<void> {}
  async destroy(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    this.#access.admit();
    await this.#access.queue?.enter();
    return new SqliteConnection(this.#access);
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    connection.release();
    this.#access.queue?.leave();
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    const { begin } = this.#access;
    if (!begin) throw new Error('Use Database.transaction to open a transaction');
    await connection.run(begin);
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    connection.assertNotAborted();
    await connection.run('commit');
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    connection.forgetAbort();
    // Skips the rollback if SQLite has already rolled back, as it does after some errors such as a full disk.
    if (this.#access.file.inTransaction) await connection.run('rollback');
  }
}

/**
 * The connection as acquired by one caller. It is unusable after release, so that a late query cannot join another transaction.
 */
class SqliteConnection implements DatabaseConnection {
  readonly #access: SqliteAccess;
  #released = false;
  #abortedBy: unknown;
  constructor(access: SqliteAccess) {
    this.#access = access;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, changes } = await this.run(query.sql, query.parameters);
    return changes === undefined
      ? { rows: rows as Row[] }
      : { rows: rows as Row[], numAffectedRows: changes };
  }

  // biome-ignore lint/correctness/useYield: it only throws
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('Streaming is not supported; read page by page instead');
  }

  async run(sql: string, parameters: readonly unknown[] = []) {
    const { file, turns } = this.#access;
    this.assertNotAborted();
    await turns.breathe();
    try {
      return await retryConflicts(busyRetry, isSqliteBusy, () => {
        if (this.#released) throw new Error('A query was run after the end of its transaction');
        return turns.count(() => file.run(sql, parameters));
      });
    } catch (error) {
      if (file.inTransaction) this.#abortedBy = error;
      throw error;
    }
  }

  /**
   * Throws if a statement of the transaction has failed. As in PostgreSQL it can then only be rolled back, even if the caller
   * caught the error.
   */
  assertNotAborted(): void {
    if (this.#abortedBy === undefined) return;
    throw new Error('An earlier statement of this transaction failed, so it cannot continue', {
      cause: this.#abortedBy,
    });
  }

  forgetAbort(): void {
    this.#abortedBy = undefined;
  }

  release(): void {
    this.#released = true;
  }
}
