/** Wraps a pooled connection for Kysely: a broken connection is never reused, and reads outside transactions are retried. */
import type pg from 'pg';
import {
  ConnectionLostError,
  DatabaseUnavailableError,
  isSessionEnd,
  poolTimeoutMessage,
} from './lost-connection.ts';
import { retryConflicts } from './retry.ts';

/**
 * Retry limits after a connection is lost. If no new connection can be opened, the query fails immediately, so that pages fail
 * fast.
 */
export const lostConnectionRetry = { withinMs: 2_000, maxDelayMs: 100 };
const reads = /^\s*select\b/i;

/** Connections that are not broken, each with its `onLost` callback. */
const whole = new WeakMap<pg.PoolClient, (error: Error) => void>();

/**
 * Watches a new connection. pg emits `error` when the socket closes, and an `error` event without a listener would crash the
 * process; pg-pool listens only while a connection is idle.
 * @param onLost called once, when the connection breaks
 */
export function watchConnection(client: pg.PoolClient, onLost: (error: Error) => void): void {
  whole.set(client, onLost);
  client.on('error', (error) => noteLoss(client, error));
}

function noteLoss(client: pg.PoolClient, error: Error): void {
  const listener = whole.get(client);
  whole.delete(client);
  listener?.(error);
}

export class PooledClient {
  readonly #pool: pg.Pool;
  readonly #standsAlone: boolean;
  #client: pg.PoolClient | null;
  #isReturned = false;

  private constructor(pool: pg.Pool, client: pg.PoolClient, standsAlone: boolean) {
    this.#pool = pool;
    this.#client = client;
    this.#standsAlone = standsAlone;
  }

  /**
   * Checks a connection out of the pool.
   * @param standsAlone whether statements run outside a transaction, so that a failed read can be retried
   * @throws DatabaseUnavailableError when no connection can be opened
   */
  static async borrow(pool: pg.Pool, standsAlone: boolean): Promise<PooledClient> {
    return new PooledClient(pool, await checkOut(pool), standsAlone);
  }

  async query(sql: string, parameters: readonly unknown[]): Promise<unknown> {
    const mayRepeat = (error: unknown) =>
      error instanceof ConnectionLostError && this.#standsAlone && reads.test(sql);
    return retryConflicts(lostConnectionRetry, mayRepeat, async () => {
      if (this.#isReturned) throw new Error('A query was run on a connection that was already released');
      this.#client ??= await checkOut(this.#pool);
      try {
        return await this.#ask(this.#client, sql, parameters);
      } catch (error) {
        if (mayRepeat(error)) this.#giveBack(true);
        throw error;
      }
    });
  }

  release(destroy = false): void {
    this.#isReturned = true;
    this.#giveBack(destroy);
  }

  #giveBack(destroy: boolean): void {
    this.#client?.release(destroy || !whole.has(this.#client));
    this.#client = null;
  }

  async #ask(client: pg.PoolClient, sql: string, parameters: readonly unknown[]): Promise<unknown> {
    if (!whole.has(client))
      throw new ConnectionLostError(new Error('the connection broke before this statement'), false);
    try {
      return await client.query(sql, parameters as unknown[]);
    } catch (error) {
      // Treats a reported end of the session as a lost connection. The socket closes later, and until then pg-pool would reuse the
      // connection.
      if (whole.has(client) && !isSessionEnd(error)) throw error;
      noteLoss(client, error as Error);
      throw new ConnectionLostError(error, true);
    }
  }
}

export function isConnectionLoss(error: unknown): boolean {
  return error instanceof ConnectionLostError;
}

async function checkOut(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw error instanceof Error && error.message === poolTimeoutMessage
      ? error
      : new DatabaseUnavailableError(error);
  }
}
