/**
 * Queues data sent by browsers in memory for less than a second and writes it in one transaction: a separate commit for each page
 * view would cost more than serving the page (docs/decisions/24-visits.md). A killed process loses the queued rows; a normal
 * shutdown loses nothing.
 */

import type { Logger } from 'pino';
import { withoutRequestId } from '../core/request-id.ts';
import type { VisitRecorder, VisitRows } from '../core/visit-recorder.ts';
import type { Database } from '../db/database.ts';
import { CommitUnknownError, DatabaseUnavailableError } from '../db/lost-connection.ts';
import { isRetryableConflict } from '../db/retry.ts';
import { addToBatch, type Batch, countRows, emptyBatch, splitBatch, writeBatch } from './batch-store.ts';

/** Time between the first queued row and the write, ms; together with the write it stays under a second. */
export const flushAfterMs = 800;
/** Number of rows that triggers an immediate write. */
const fullBatch = 500;
/** Maximum number of queued rows, about 10 MB; reached only if the database is unavailable or too slow. */
export const maxQueuedRows = 10_000;

const minute = 60_000;
/** Maximum number of requests per client and minute: enough for an office behind one IP address, too few for a flood. */
export const maxPerMinute = 1200;
const day = 24 * 60 * minute;
/** Maximum number of requests per client and day: limits how much data one client can add to tables whose rows are kept for weeks. */
export const maxPerDay = 30_000;
/**
 * Maximum number of clients counted at the same time: limits memory use. Further clients are not limited; a flood from that many
 * clients could not be stopped by a limit per client anyway.
 */
const maxClients = 20_000;

export class BatchRecorder implements VisitRecorder {
  dropped = 0;
  readonly #db: Pick<Database, 'transaction'>;
  readonly #log: Pick<Logger, 'error'>;
  #waiting = emptyBatch();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | null = null;
  readonly #inMinute = new Counts(minute);
  readonly #inDay = new Counts(day);

  constructor(db: Pick<Database, 'transaction'>, log: Pick<Logger, 'error'>) {
    this.#db = db;
    this.#log = log;
  }

  take<Table extends keyof VisitRows>(table: Table, row: VisitRows[Table]): void {
    if (countRows(this.#waiting) >= maxQueuedRows) {
      this.dropped += 1;
      return;
    }
    addToBatch(this.#waiting, table, row);
    if (countRows(this.#waiting) >= fullBatch && !this.#writing) void this.flush();
    else this.#arm();
  }

  admits(client: string, now: number): boolean {
    const inMinute = this.#inMinute.add(client, now);
    return inMinute <= maxPerMinute && this.#inDay.add(client, now) <= maxPerDay;
  }

  async flush(): Promise<void> {
    while (this.#writing) await this.#writing;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (countRows(this.#waiting) === 0) return;
    const batch = this.#waiting;
    this.#waiting = emptyBatch();
    this.#writing = this.#write(batch).finally(() => {
      this.#writing = null;
      if (countRows(this.#waiting) > 0) this.#arm();
    });
    await this.#writing;
  }

  async #write(batch: Batch): Promise<void> {
    try {
      await this.#db.transaction((trx) => writeBatch(trx, batch));
    } catch (error) {
      const isLater =
        error instanceof DatabaseUnavailableError ||
        error instanceof CommitUnknownError ||
        isRetryableConflict(error);
      const halves = isLater ? [] : splitBatch(batch);
      // Split the batch, so that one rejected row does not cause the valid rows to be lost.
      if (halves.length > 0) {
        for (const half of halves) await this.#write(half);
        return;
      }
      this.#log.error({ err: error, rows: countRows(batch) }, 'page view write failed');
      if (isLater) this.#putBack(batch);
      else this.dropped += countRows(batch);
    }
  }

  /** Queues the batch again in front of newer rows; drops rows beyond the limit. */
  #putBack(batch: Batch): void {
    const newer = this.#waiting;
    this.#waiting = batch;
    for (const row of newer.visits.values()) this.take('visits', row);
    for (const row of newer.page_views.values()) this.take('page_views', row);
    for (const row of newer.page_loads) this.take('page_loads', row);
  }

  /** Starts the timer for the next write. It is unref'd, so that it does not delay a shutdown, which writes the queue anyway. */
  #arm(): void {
    this.#timer ??= withoutRequestId(() =>
      setTimeout(() => {
        this.#timer = undefined;
        void this.flush();
      }, flushAfterMs).unref(),
    );
  }
}

/** Counts the requests of each client in the current time span. */
class Counts {
  readonly #span: number;
  #clients = new Map<string, number>();
  #current = 0;

  /** @param span length of the time span, ms */
  constructor(span: number) {
    this.#span = span;
  }

  add(client: string, now: number): number {
    const current = Math.floor(now / this.#span);
    if (current !== this.#current) {
      this.#current = current;
      this.#clients.clear();
    }
    const count = (this.#clients.get(client) ?? 0) + 1;
    if (count > 1 || this.#clients.size < maxClients) this.#clients.set(client, count);
    return count;
  }
}
