/** The database interface, the same for SQLite and PostgreSQL. */
import type { Kysely, Transaction as KyselyTransaction } from 'kysely';
import type { Tables } from './tables.ts';

/** A connection or a transaction. */
export type Queryable = Kysely<Tables>;
export type Transaction = KyselyTransaction<Tables>;

/** Current PostgreSQL connections of this process. */
export interface PoolState {
  busy: number;
  idle: number;
  /** Queries waiting for a connection. */
  waiting: number;
  /** Maximum number of connections. */
  size: number;
}

export interface Database {
  dialect: 'sqlite' | 'postgres';
  /** For reads outside transactions. SQLite uses a separate connection for them, so reads never wait for a writer. */
  read: Queryable;
  /** For writes that consist of a single statement. */
  write: Queryable;
  /**
   * Runs `work` in one transaction (BEGIN IMMEDIATE; READ COMMITTED on PostgreSQL) and commits it. On a serialization failure
   * (40001), deadlock (40P01), busy database, or connection lost before the commit, the whole transaction is retried: `work` must
   * not await anything except its own queries, and must have no other side effects. A connection lost during the commit throws
   * CommitUnknownError without a retry. Inside `work`, use only `trx`: `read`, `write` and `transaction` throw an Error there on
   * both databases.
   */
  transaction<Result>(work: (trx: Transaction) => Promise<Result>): Promise<Result>;
  /** Runs `work`, without any timeout, on a read-only snapshot of the database. */
  snapshot<Result>(work: (trx: Transaction) => Promise<Result>): Promise<Result>;
  /** Current use of the connection pool. Undefined on SQLite, which has one connection for reads and one for writes. */
  pool?: () => PoolState;
  /**
   * Access for migrations and restores only: its queries have no timeout, can block all other writes, and may open their own
   * transactions.
   */
  maintenance: Queryable;
  /** Rejects new work, waits for running work, then closes the connections. Calling it again has no effect. */
  close(): Promise<void>;
}
