/**
 * Collects the rows of one database write. Repeated rows of a visit or page view are merged into one row, both here and in the
 * database.
 */
import type { VisitRows } from '../core/visit-recorder.ts';
import { chunk } from '../db/chunk.ts';
import type { Transaction } from '../db/database.ts';

export interface Batch {
  visits: Map<string, VisitRows['visits']>;
  page_views: Map<string, VisitRows['page_views']>;
  page_loads: VisitRows['page_loads'][];
}

export function emptyBatch(): Batch {
  return { visits: new Map(), page_views: new Map(), page_loads: [] };
}

export function countRows({ visits, page_views, page_loads }: Batch): number {
  return visits.size + page_views.size + page_loads.length;
}

/** Splits a batch into two halves; returns an empty list for a single row. */
export function splitBatch(batch: Batch): Batch[] {
  const count = countRows(batch);
  if (count < 2) return [];
  const halves = [emptyBatch(), emptyBatch()] as const;
  let at = 0;
  const half = () => halves[at++ < count / 2 ? 0 : 1];
  for (const [key, row] of batch.visits) half().visits.set(key, row);
  for (const [key, row] of batch.page_views) half().page_views.set(key, row);
  for (const row of batch.page_loads) half().page_loads.push(row);
  return [...halves];
}

/**
 * Adds a row to a batch. A repeated row of a visit updates the time of the last activity and keeps the landing page (SESS-12) and
 * the first login. A repeated row of a page view updates how long the page was visible (TRK-08).
 */
export function addToBatch<Table extends keyof VisitRows>(
  batch: Batch,
  table: Table,
  row: VisitRows[Table],
): void {
  if (table === 'page_loads') {
    batch.page_loads.push(row as VisitRows['page_loads']);
  } else if (table === 'visits') {
    const visit = row as VisitRows['visits'];
    const existing = batch.visits.get(visit.session_id);
    const lastAct = Math.max(existing?.last_act_time ?? 0, visit.last_act_time);
    const merged = existing
      ? { ...existing, one_id: isLabel(existing) ? visit.one_id : existing.one_id, last_act_time: lastAct }
      : visit;
    batch.visits.set(visit.session_id, merged);
  } else {
    const view = row as VisitRows['page_views'];
    const existing = batch.page_views.get(view.view_id);
    batch.page_views.set(
      view.view_id,
      existing ? { ...existing, seconds: view.seconds ?? existing.seconds } : view,
    );
  }
}

/**
 * Returns whether a visit has no login yet. A login is never replaced, so a request with another visitor's session id cannot take
 * over the visit.
 */
function isLabel({ one_id, client_id }: VisitRows['visits']): boolean {
  return one_id !== '' && one_id === client_id;
}

/** Writes a batch to the database. Idempotent, except for page load times. */
export async function writeBatch(trx: Transaction, { visits, page_views, page_loads }: Batch): Promise<void> {
  for (const rows of chunk([...visits.values()])) {
    await trx
      .insertInto('visits')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('session_id').doUpdateSet((eb) => ({
          // Replace the id only if the visit has no login yet: the condition of `isLabel` in SQL.
          one_id: eb
            .case()
            .when(
              eb.and([eb('visits.one_id', '!=', ''), eb('visits.one_id', '=', eb.ref('visits.client_id'))]),
            )
            .then(eb.ref('excluded.one_id'))
            .else(eb.ref('visits.one_id'))
            .end(),
          last_act_time: eb
            .case()
            .when('excluded.last_act_time', '>', eb.ref('visits.last_act_time'))
            .then(eb.ref('excluded.last_act_time'))
            .else(eb.ref('visits.last_act_time'))
            .end(),
        })),
      )
      .execute();
  }
  for (const rows of chunk([...page_views.values()])) {
    await trx
      .insertInto('page_views')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('view_id').doUpdateSet((eb) => ({
          seconds: eb.fn.coalesce('excluded.seconds', 'page_views.seconds'),
        })),
      )
      .execute();
  }
  for (const rows of chunk(page_loads)) await trx.insertInto('page_loads').values(rows).execute();
}
