/** Port: keeps what browsers tell of a visit. tracking/batch-recorder.ts writes it to the database. */
import type { Insertable } from 'kysely';
import type { PageLoadsTable, PageViewsTable, VisitsTable } from '../db/tables.ts';

export interface VisitRows {
  visits: Insertable<VisitsTable>;
  page_views: Insertable<PageViewsTable>;
  page_loads: Insertable<PageLoadsTable>;
}

export interface VisitRecorder {
  /** Takes a row, to be written within a second. It is dropped, and counted, while too many wait. */
  take<Table extends keyof VisitRows>(table: Table, row: VisitRows[Table]): void;
  /** Whether this client (core/client-address.ts) may still tell something in this minute; counts it. */
  admits(client: string, now: number): boolean;
  /** Writes what waits. Resolves when it is written, or cannot be. */
  flush(): Promise<void>;
  /** Rows that were lost, since the start of the process. */
  readonly dropped: number;
}
