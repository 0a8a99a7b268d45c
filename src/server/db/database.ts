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
  /** Reads outside transactions. On SQLite it has its own connection, so reads never wait for a writer. */
  read: Queryable;
  /** Single-statement writes. */
  write: Queryable;
  /**
   * Runs `work` in one transaction (BEGIN IMMEDIATE; READ COMMITTED on PostgreSQL) and commits its result. The whole transaction
   * is retried on 40001, 40P01, busy, and a connection lost before the commit, so `work` must await nothing but its own queries
   * and have no other effects. A connection lost during the commit throws CommitUnknownError without a retry. Inside `work` use
   * only `trx`: `read`, `write` and `transaction` throw an Error, on both databases.
   */
  transaction<Result>(work: (trx: Transaction) => Promise<Result>): Promise<Result>;
  /** Runs `work` on a read-only snapshot of the database, however long that takes. */
  snapshot<Result>(work: (trx: Transaction) => Promise<Result>): Promise<Result>;
  /** Unset on SQLite, which has one connection for reads and one for writes. */
  pool?: () => PoolState;
  /** For migrations and restore only: it may block the writer for any time and opens its own transactions. */
  maintenance: Queryable;
  /** Rejects new work, waits for running work, then closes. Repeated calls are harmless. */
  close(): Promise<void>;
}
