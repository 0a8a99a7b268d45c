/** Exports and anonymizes the visits of customers who were logged in when they began (R134), and checks sessions for views. */
import type { Queryable } from '../db/database.ts';

export async function hasViews(db: Queryable, sessionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('page_views')
    .select('id')
    .where('session_id', '=', sessionId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns when each visit began, its landing page and its origin, oldest first. */
export async function readVisits(db: Queryable, customerId: number) {
  return db
    .selectFrom('visits')
    .select(['at', 'landing_page', 'referer', 'source'])
    .where('one_id', '=', String(customerId))
    .orderBy('at')
    .execute();
}

/** Removes the person from these visits and the id that would identify them; the counts stay. */
export async function anonymiseVisitor(db: Queryable, customerId: number): Promise<void> {
  const sessionIds = db.selectFrom('visits').select('session_id').where('one_id', '=', String(customerId));
  await db.updateTable('page_views').set({ client_id: '' }).where('session_id', 'in', sessionIds).execute();
  const unlinked = { client_id: '', session_id: '' };
  await db.updateTable('bag_events').set(unlinked).where('session_id', 'in', sessionIds).execute();
  const nobody = { one_id: '', client_id: '', mc_eid: '', extra_params: '{}' };
  await db.updateTable('visits').set(nobody).where('one_id', '=', String(customerId)).execute();
}
