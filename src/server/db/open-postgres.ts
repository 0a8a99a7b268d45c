import { Kysely } from 'kysely';
import type { Database, Queryable } from './database.ts';
import { isConnectionLoss, lostConnectionRetry } from './pooled-client.ts';
import { openPool, PooledPostgresDialect } from './postgres-pool.ts';
import { isRetryableConflict, retryConflicts } from './retry.ts';
import type { Tables } from './tables.ts';
import { TransactionGuard } from './transaction-guard.ts';

const transactionRetry = { withinMs: 20_000, maxDelayMs: 200 };

export interface PostgresOptions {
  /** Maximum number of connections of this process. */
  poolSize: number;
  /** Called for each connection that breaks; the pool replaces it. */
  onLost: (error: Error) => void;
}

/**
 * Opens a pool of PostgreSQL connections, which connects with the first query; `migrate` creates the tables.
 * @param url `postgres://…`
 */
export function openPostgres(url: string, { poolSize, onLost }: PostgresOptions): Database {
  const common = { connectionString: url, onLost };
  const pool = openPool({ ...common, size: poolSize, purpose: 'serving' });
  const patientPool = openPool({ ...common, size: 2, purpose: 'maintenance' });
  const guard = new TransactionGuard();
  const single = kysely({ pool, transactions: false, admit: guard.admit });
  const transactional = kysely({ pool, transactions: true, admit: guard.admitOpen });
  const maintenance = kysely({ pool: patientPool, transactions: true, admit: guard.admitOpen });
  let closing: Promise<void> | null = null;

  return {
    dialect: 'postgres',
    read: single,
    write: single,
    maintenance,
    transaction: (work) =>
      guard.enclose(() =>
        retryConflicts(lostConnectionRetry, isConnectionLoss, () =>
          retryConflicts(transactionRetry, isRetryableConflict, () =>
            transactional.transaction().execute(work),
          ),
        ),
      ),
    snapshot: (work) =>
      guard.enclose(() =>
        maintenance
          .transaction()
          .setIsolationLevel('repeatable read')
          .setAccessMode('read only')
          .execute(work),
      ),
    pool: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      // pg-pool briefly queues even a query for which a connection is idle.
      waiting: Math.max(0, pool.waitingCount - pool.idleCount),
      size: poolSize,
    }),
    close: () => {
      closing ??= guard.settle().then(async () => {
        await Promise.all([pool.end(), patientPool.end()]);
      });
      return closing;
    },
  };
}

function kysely(access: ConstructorParameters<typeof PooledPostgresDialect>[0]): Queryable {
  return new Kysely<Tables>({ dialect: new PooledPostgresDialect(access) });
}
