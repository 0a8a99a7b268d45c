/** Reads and anonymizes the visits that are linked to a customer (R134), and checks whether a session has page views. */
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

/** Returns the time, landing page, referrer and source of each of a customer's visits, oldest first. */
export async function readVisits(db: Queryable, customerId: number) {
  return db
    .selectFrom('visits')
    .select(['at', 'landing_page', 'referer', 'source'])
    .where('one_id', '=', String(customerId))
    .orderBy('at')
    .execute();
}

/** Removes the customer from visits, with all ids that could identify the person. The visits still count in statistics. */
export async function anonymiseVisitor(db: Queryable, customerId: number): Promise<void> {
  const sessionIds = db.selectFrom('visits').select('session_id').where('one_id', '=', String(customerId));
  await db.updateTable('page_views').set({ client_id: '' }).where('session_id', 'in', sessionIds).execute();
  const unlinked = { client_id: '', session_id: '' };
  await db.updateTable('bag_events').set(unlinked).where('session_id', 'in', sessionIds).execute();
  const nobody = { one_id: '', client_id: '', mc_eid: '', extra_params: '{}' };
  await db.updateTable('visits').set(nobody).where('one_id', '=', String(customerId)).execute();
}
