/**
 * Keeps what browsers tell in memory for less than a second and writes it in one transaction: a commit for each page view
 * would cost more than the view (docs/decisions/24-visits.md). Who kills the process loses that second; who ends it, nothing.
 */

import type { Logger } from 'pino';
import { withoutRequestId } from '../core/request-id.ts';
import type { VisitRecorder, VisitRows } from '../core/visit-recorder.ts';
import type { Database } from '../db/database.ts';
import { CommitUnknownError, DatabaseUnavailableError } from '../db/lost-connection.ts';
import { isConflict } from '../db/retry.ts';
import { type Batch, countRows, emptyBatch, halvesOf, putInto, writeBatch } from './batch-store.ts';

/** From the first row that waits to its writing, ms; with the writing itself it stays under a second. */
export const flushAfterMs = 800;
/** So many are written at once, without waiting. */
const fullBatch = 500;
/** Most rows that wait, about 10 MB: while the database is away, or slower than what comes. */
export const maxQueuedRows = 10_000;

const minute = 60_000;
/** Calls of one client in a minute: an office behind one address, not a flood. */
export const maxPerMinute = 1200;
const day = 24 * 60 * minute;
/** And in a day: what is kept for weeks is bounded by it. */
export const maxPerDay = 30_000;
/** Clients that are counted at once; memory is bounded, and so many at once are no single one's flood. */
const mostClients = 20_000;

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
    putInto(this.#waiting, table, row);
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
        error instanceof DatabaseUnavailableError || error instanceof CommitUnknownError || isConflict(error);
      const halves = isLater ? [] : halvesOf(batch);
      // A row that is refused costs itself, not what was told beside it.
      if (halves.length > 0) {
        for (const half of halves) await this.#write(half);
        return;
      }
      this.#log.error({ err: error, rows: countRows(batch) }, 'page view write failed');
      if (isLater) this.#putBack(batch);
      else this.dropped += countRows(batch);
    }
  }

  /** In front of what came since; what is too much of both is dropped. */
  #putBack(batch: Batch): void {
    const newer = this.#waiting;
    this.#waiting = batch;
    for (const row of newer.visits.values()) this.take('visits', row);
    for (const row of newer.page_views.values()) this.take('page_views', row);
    for (const row of newer.page_loads) this.take('page_loads', row);
  }

  /** Not waited for by a process that ends: it flushes. */
  #arm(): void {
    this.#timer ??= withoutRequestId(() =>
      setTimeout(() => {
        this.#timer = undefined;
        void this.flush();
      }, flushAfterMs).unref(),
    );
  }
}

/** Calls of each client in the present stretch of time. */
class Counts {
  readonly #span: number;
  #clients = new Map<string, number>();
  #current = 0;

  /** @param span ms */
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
    if (count > 1 || this.#clients.size < mostClients) this.#clients.set(client, count);
    return count;
  }
}
