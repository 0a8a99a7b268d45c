/** The visits of a customer who was logged in when they began: given on request, and forgotten with the person (R134); and whether a session has page views. */
import type { Queryable } from '../db/database.ts';

/** Returns whether a page was viewed in a session. */
export async function hasViews(db: Queryable, sessionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('page_views')
    .select('id')
    .where('session_id', '=', sessionId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** When each began, on which page and from where, the oldest first. */
export async function readVisits(db: Queryable, customerId: number) {
  return db
    .selectFrom('visits')
    .select(['at', 'landing_page', 'referer', 'source'])
    .where('one_id', '=', String(customerId))
    .orderBy('at')
    .execute();
}

/** Takes the person out of these visits, and with it the label that would lead to it; what they count stays. */
export async function forgetVisitor(db: Queryable, customerId: number): Promise<void> {
  const own = db.selectFrom('visits').select('session_id').where('one_id', '=', String(customerId));
  await db.updateTable('page_views').set({ client_id: '' }).where('session_id', 'in', own).execute();
  const unlinked = { client_id: '', session_id: '' };
  await db.updateTable('bag_events').set(unlinked).where('session_id', 'in', own).execute();
  const nobody = { one_id: '', client_id: '', mc_eid: '', extra_params: '{}' };
  await db.updateTable('visits').set(nobody).where('one_id', '=', String(customerId)).execute();
}
