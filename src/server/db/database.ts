/** The one way to the database, the same over SQLite and PostgreSQL. */
import type { Kysely, Transaction as KyselyTransaction } from 'kysely';
import type { Tables } from './tables.ts';

/** What a query can be asked of: a connection or a transaction. */
export type Queryable = Kysely<Tables>;
export type Transaction = KyselyTransaction<Tables>;

/** Connections of this process to PostgreSQL at this moment. */
export interface PoolState {
  busy: number;
  idle: number;
  /** Queries that wait for a connection. */
  waiting: number;
  /** The most connections there can be. */
  size: number;
}

export interface Database {
  dialect: 'sqlite' | 'postgres';
  /** Reads outside transactions; on SQLite a connection of its own, so reads never wait for a writer. */
  read: Queryable;
  /** Single-statement writes. */
  write: Queryable;
  /**
   * Runs `work` in one transaction (BEGIN IMMEDIATE; READ COMMITTED on PostgreSQL) and commits its result.
   * Retried as a whole on 40001, 40P01, busy, and when its connection is lost before the commit, so `work` awaits nothing
   * but its own queries and has no other effects. Lost in the commit, it is not: it throws CommitUnknownError.
   * Inside `work` only `trx` may be used: `read`, `write` and `transaction` refuse with an Error, on both databases.
   */
  transaction<Result>(work: (trx: Transaction) => Promise<Result>): Promise<Result>;
  /** Runs `work` over the shop as it is at one instant, however long that takes; nothing can be written through it. */
  snapshot<Result>(work: (trx: Transaction) => Promise<Result>): Promise<Result>;
  /** Unset on SQLite, which has one connection for reads and one for writes. */
  pool?: () => PoolState;
  /** For migrations and restore only: may hold the writer for as long as it needs, opens its own transactions. */
  maintenance: Queryable;
  /** Refuses new work, waits for what runs, then closes. Calling it again is harmless. */
  close(): Promise<void>;
}
