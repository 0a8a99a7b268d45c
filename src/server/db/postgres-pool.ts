import {
  type DatabaseConnection,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type PostgresPoolClient,
} from 'kysely';
import pg from 'pg';
import { CommitUnknownError, ConnectionLostError } from './lost-connection.ts';
import { PooledClient, watchConnection } from './pooled-client.ts';

const int8 = 20;
const numeric = 1700;

/** Parses int8 and numeric values as numbers, as SQLite does. Applies only to these pools, not to all of `pg`. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === int8 || oid === numeric ? toNumber : pg.types.getTypeParser(oid, format)) as never,
};

function toNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new RangeError(`${text} from the database is too large for a JavaScript number`);
  }
  return value;
}

/** Timeouts for statements and sessions that would block others. Maintenance connections have no timeouts. */
const serving = {
  statement_timeout: 15_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 60_000,
};

export interface PoolOptions {
  connectionString: string;
  /** Maximum number of connections of this process. */
  size: number;
  purpose: 'serving' | 'maintenance';
  /**
   * Called for each connection that breaks, whether in use or idle (for example when the server restarts); the pool replaces it.
   */
  onLost: (error: Error) => void;
}

/** Opens a connection pool, which connects with the first query. */
export function openPool({ connectionString, size, purpose, onLost }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: size,
    types,
    application_name: purpose === 'serving' ? 'atoll' : 'atoll maintenance',
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    ...(purpose === 'serving' ? serving : {}),
  });
  pool.on('connect', (client) => watchConnection(client, onLost));
  // pg-pool emits errors of idle connections here as well; `watchConnection` has already reported them.
  pool.on('error', () => {});
  return pool;
}

export interface PostgresAccess {
  pool: pg.Pool;
  /** Whether transactions are allowed. */
  transactions: boolean;
  /** Throws when the caller may not query the database now. */
  admit(): void;
}

/** Kysely dialect that uses a shared pool: destroying the Kysely instance does not close the pool. */
export class PooledPostgresDialect extends PostgresDialect {
  readonly #createDriver: () => PooledDriver;

  constructor({ pool, transactions, admit }: PostgresAccess) {
    const shared: PostgresDialectConfig['pool'] = {
      connect: async () => {
        admit();
        const client = await PooledClient.borrow(pool, !transactions);
        // PooledClient lacks the cursor overload of `query`, which is never called.
        return client as unknown as PostgresPoolClient;
      },
      end: async () => {},
      options: pool.options,
    };
    super({ pool: shared });
    this.#createDriver = () => new PooledDriver({ pool: shared }, transactions);
  }

  override createDriver() {
    return this.#createDriver();
  }
}

/** Kysely's driver, extended to handle a connection that is lost during commit or rollback. */
class PooledDriver extends PostgresDriver {
  readonly #transactions: boolean;

  constructor(config: PostgresDialectConfig, transactions: boolean) {
    super(config);
    this.#transactions = transactions;
  }

  override async beginTransaction(...of: Parameters<PostgresDriver['beginTransaction']>): Promise<void> {
    if (!this.#transactions) throw new Error('Use Database.transaction to open a transaction');
    await super.beginTransaction(...of);
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.commitTransaction(connection);
    } catch (error) {
      throw error instanceof ConnectionLostError && error.wasSent ? new CommitUnknownError(error) : error;
    }
  }

  override async rollbackTransaction(
    ...of: Parameters<PostgresDriver['rollbackTransaction']>
  ): Promise<void> {
    try {
      await super.rollbackTransaction(...of);
    } catch (error) {
      // The server rolled the transaction back when the session ended, so the caller gets the original error.
      if (!(error instanceof ConnectionLostError)) throw error;
    }
  }
}
