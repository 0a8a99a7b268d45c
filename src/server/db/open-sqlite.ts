/** The embedded SQLite database: one file, one connection for reads and one for writes. */
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { Kysely } from 'kysely';
import type { Database, Queryable } from './database.ts';
import { EventLoopBudget } from './event-loop-budget.ts';
import { isRetryableConflict, isSqliteBusy, retryConflicts } from './retry.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import { SqliteFile } from './sqlite-file.ts';
import type { Tables } from './tables.ts';
import { TransactionGuard } from './transaction-guard.ts';
import { WriteQueue } from './write-queue.ts';

const openRetry = { withinMs: 15_000, maxDelayMs: 50 };
const transactionRetry = { withinMs: 20_000, maxDelayMs: 100 };
const transactionTimeoutMs = 60_000;

/** Opens the SQLite file; creates it and its folder if they are missing. The tables exist only after `migrate`. */
export async function openSqlite(path: string): Promise<Database> {
  mkdirSync(dirname(path), { recursive: true });
  // Orders contain names and addresses, so only the shop's system user may read the file. SQLite creates the log files with the
  // same mode.
  closeSync(openSync(path, 'a', 0o600));
  const writer = new SqliteFile(path, 'write');
  await retryConflicts(openRetry, isSqliteBusy, () => writer.useWriteAheadLog());
  const reader = new SqliteFile(path, 'read');
  const guard = new TransactionGuard();
  const queue = new WriteQueue();
  const turns = new EventLoopBudget();
  const { admit, admitOpen } = guard;

  const read = kysely({ file: reader, turns, admit });
  const write = kysely({ file: writer, turns, queue, admit });
  const maintenance = kysely({ file: writer, turns, queue, begin: 'begin immediate', admit: admitOpen });
  let closing: Promise<void> | null = null;

  return {
    dialect: 'sqlite',
    read,
    write,
    maintenance,
    transaction: (work) =>
      guard.enclose(() =>
        retryConflicts(transactionRetry, isRetryableConflict, () =>
          maintenance.transaction().execute((trx) => inTime(work(trx))),
        ),
      ),
    snapshot: async (work) => {
      guard.admit();
      const file = new SqliteFile(path, 'read');
      const frozen = kysely({ file, turns, begin: 'begin', admit: admitOpen });
      try {
        return await guard.enclose(() => frozen.transaction().execute(work));
      } finally {
        file.close();
      }
    },
    close: () => {
      closing ??= guard.settle().then(async () => {
        await queue.whenIdle();
        reader.close();
        writer.close();
      });
      return closing;
    },
  };
}

/**
 * Rejects if a transaction takes too long, because it blocks every other writer. PostgreSQL ends such a session automatically.
 */
function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const reason = `A transaction was still open after ${transactionTimeoutMs / 1000} s and was rolled back`;
    timer = setTimeout(() => reject(new Error(reason)), transactionTimeoutMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function kysely(access: Parameters<typeof sqliteDialect>[0]): Queryable {
  return new Kysely<Tables>({ dialect: sqliteDialect(access) });
}
