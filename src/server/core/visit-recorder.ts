/** Interface for recording visit data that browsers send; tracking/batch-recorder.ts writes the data to the database. */
import type { Insertable } from 'kysely';
import type { PageLoadsTable, PageViewsTable, VisitsTable } from '../db/tables.ts';

export interface VisitRows {
  visits: Insertable<VisitsTable>;
  page_views: Insertable<PageViewsTable>;
  page_loads: Insertable<PageLoadsTable>;
}

export interface VisitRecorder {
  /** Queues a row to be written within a second. While the queue is full, rows are dropped and counted. */
  take<Table extends keyof VisitRows>(table: Table, row: VisitRows[Table]): void;
  /** Counts a call of the client (core/client-address.ts) and returns whether the client is within the limits per minute and per day. */
  admits(client: string, now: number): boolean;
  /** Tries to write all queued rows; never rejects. While the database is unavailable they stay queued. */
  flush(): Promise<void>;
  /** Rows dropped since the process started. */
  readonly dropped: number;
}
