import { sql } from 'kysely';
import { deleteOldBagEvents } from '../bag/events-store.ts';
import { deleteAbandonedCheckouts } from '../checkout/checkouts-of-browser.ts';
import { deleteOldRateLimits } from '../core/rate-limit.ts';
import { deleteOldContacts } from '../customers/contacts-store.ts';
import { deleteExpiredCodes } from '../customers/mailed-code.ts';
import { deleteEndedSessions } from '../customers/sessions-store.ts';
import { truncateWriteAheadLog } from '../db/vacuum.ts';
import { deleteOldPopupEvents } from '../marketing/popup-events-store.ts';
import { deleteExpiredBackInStockRequests } from '../marketing/stock-waits-store.ts';
import { deleteExpiredUploadTokens } from '../media/uploads-store.ts';
import { deleteUnusedHolders, eraseOldClientAddresses } from '../orders/holders-store.ts';
import { deleteExpiredLegacyVisitors } from '../orders/legacy-visitors-store.ts';
import { deleteOldPaymentNotes } from '../payments/stores/notes.ts';
import { deleteUnusedExpressPayments } from '../payments/stores/polling.ts';
import type { RecurringJob } from '../queue/job.ts';
import { deleteOldSearches } from '../search/popular-store.ts';
import { deleteExpiredConfirmations } from '../staff/confirmations.ts';
import { deleteEndedInvites } from '../staff/invites-store.ts';
import { deleteEndedStaffSessions } from '../staff/sessions-store.ts';
import { deleteOldConversions, expireConversions } from '../tracking/conversions-store.ts';
import { deleteOldVisits, rowRetention } from '../tracking/visit-stats.ts';

const hour = 3_600_000;
const day = 24 * hour;

/**
 * Number of rows deleted per statement. Clients can create many of these rows, so deleting in batches lets other work run in
 * between.
 */
const batch = 1000;

/**
 * Deletes expired rows and erases old client IP addresses. The retention periods are in the calls below or in the called
 * functions. Finally empties SQLite's write-ahead log, in which deleted rows would remain readable.
 */
export const housekeepingJob: RecurringJob = {
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
    await deleteOldPaymentNotes(db.write, at, 90 * day);
    await deleteUnusedExpressPayments(db.write, at - 30 * day);
    await deleteOldRateLimits(db, at);
    await deleteExpiredUploadTokens(db.write, at);
    await deleteUnusedHolders(db.write, at - day);
    await deleteExpiredLegacyVisitors(db.write, at);
    await eraseOldClientAddresses(db.write, at - day);
    await deleteEndedSessions(db.write, at);
    await deleteExpiredCodes(db.write, at);
    await deleteEndedStaffSessions(db.write, at);
    await deleteEndedInvites(db.write, at);
    await deleteExpiredConfirmations(db.write, at);
    await deleteOldContacts(db.write, at - 30 * day);
    await deleteExpiredBackInStockRequests(db.write, at);
    await deleteOldPopupEvents(db.write, at - 90 * day);
    await deleteOldSearches(db.write, at);
    await expireConversions(db.write, at - 7 * day);
    while (!signal.aborted && (await deleteOldConversions(db.write, at - 90 * day, batch)) === batch);
    while (!signal.aborted && (await deleteOldBagEvents(db.write, at - 90 * day, batch)) === batch);
    while (!signal.aborted && (await deleteAbandonedCheckouts(db.write, at - 90 * day, batch)) === batch);
    while (!signal.aborted && (await deleteOldVisits(db.write, at - rowRetention, batch)) === batch);
    // PostgreSQL updates its statistics automatically.
    if (db.dialect === 'sqlite') await sql`pragma optimize`.execute(db.write);
    await truncateWriteAheadLog(db);
  },
};
