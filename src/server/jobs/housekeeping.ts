import { sql } from 'kysely';
import { forgetOldEvents } from '../bag/events-store.ts';
import { deleteAbandonedCheckouts } from '../checkout/store.ts';
import { forgetOldLimits } from '../core/rate-limit.ts';
import { forgetOldContacts } from '../customers/contacts-store.ts';
import { forgetOldCodes } from '../customers/mailed-code.ts';
import { forgetEndedSessions } from '../customers/sessions-store.ts';
import { truncateLog } from '../db/wipe.ts';
import { forgetPopupEvents } from '../marketing/popup-events-store.ts';
import { forgetOldWaits } from '../marketing/stock-waits-store.ts';
import { forgetOldTokens } from '../media/uploads-store.ts';
import { forgetOldClients, forgetOldHolders } from '../orders/holders-store.ts';
import { forgetKnownVisitors } from '../orders/known-visitors-store.ts';
import { forgetOldNotes } from '../payments/stores/notes.ts';
import { forgetUnusedExpress } from '../payments/stores/polling.ts';
import type { RecurringJob } from '../queue/job.ts';
import { forgetOldSearches } from '../search/popular-store.ts';
import { failConversions, forgetConversions } from '../tracking/conversions-store.ts';
import { forgetOldVisits, rowRetention } from '../tracking/figures.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** Clients can create many of these rows: deleting in batches lets other work run in between. */
const batch = 1000;

/**
 * Deletes expired rows and erases old client addresses. Retention periods are in the calls below or in the functions called. Then
 * empties SQLite's log, in which deleted rows would stay readable.
 */
export const housekeeping: RecurringJob = {
  kind: 'housekeeping',
  every: hour,
  run: async ({ services: { db, now }, signal }) => {
    const at = now();
    await db.write
      .deleteFrom('purges')
      .where('at', '<', at - hour)
      .execute();
    await db.write
      .deleteFrom('jobs')
      .where('state', '=', 'done')
      .where('finished_at', '<', at - 7 * day)
      .execute();
    await db.write
      .deleteFrom('jobs')
      .where('state', '=', 'given_up')
      .where('finished_at', '<', at - 90 * day)
      .execute();
    await forgetOldNotes(db.write, at, 90 * day);
    await forgetUnusedExpress(db.write, at - 30 * day);
    await forgetOldLimits(db, at);
    await forgetOldTokens(db.write, at);
    await forgetOldHolders(db.write, at - day);
    await forgetKnownVisitors(db.write, at);
    await forgetOldClients(db.write, at - day);
    await forgetEndedSessions(db.write, at);
    await forgetOldCodes(db.write, at);
    await forgetOldContacts(db.write, at - 30 * day);
    await forgetOldWaits(db.write, at);
    await forgetPopupEvents(db.write, at - 90 * day);
    await forgetOldSearches(db.write, at);
    await failConversions(db.write, at - 7 * day);
    while (!signal.aborted && (await forgetConversions(db.write, at - 90 * day, batch)) === batch);
    while (!signal.aborted && (await forgetOldEvents(db.write, at - 90 * day, batch)) === batch);
    while (!signal.aborted && (await deleteAbandonedCheckouts(db.write, at - 90 * day, batch)) === batch);
    while (!signal.aborted && (await forgetOldVisits(db.write, at - rowRetention, batch)) === batch);
    // PostgreSQL updates its statistics automatically.
    if (db.dialect === 'sqlite') await sql`pragma optimize`.execute(db.write);
    await truncateLog(db);
  },
};
