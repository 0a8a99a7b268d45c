/** Deletes rows that are never read again. */
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
import { forgetConversions, giveUpConversions } from '../tracking/conversions-store.ts';
import { forgetOldVisits, rowRetention } from '../tracking/figures.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** What strangers fill may be much: between two such batches others get their turn. */
const batch = 1000;

/**
 * Deletes page-cache purges after an hour, ended jobs after a week (given up: a quarter), idle rate limits, holders of
 * stock and unused upload tokens after a day, notes of payment forms after a quarter, express payments that became no
 * order after 30 days, add-to-bag events and checkouts that became no order after a quarter, visitors of unsigned cookies
 * when their time is over, logins and mailed codes that have ended, contact addresses of bags after 30 days, wishes to be told of a
 * stock that were not confirmed, were fulfilled or are too old, with their mails (marketing/back-in-stock-rules.ts), popup events after a quarter, visits, page views and load
 * times after five weeks, counts of searches after 30 days, what conversions say after a week and their ids after a quarter. Forgets the addresses of unpaid
 * orders after a day. Empties SQLite's log, in which deleted rows would stay readable.
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
    await giveUpConversions(db.write, at - 7 * day);
    while (!signal.aborted && (await forgetConversions(db.write, at - 90 * day, batch)) === batch);
    while (!signal.aborted && (await forgetOldEvents(db.write, at - 90 * day, batch)) === batch);
    while (!signal.aborted && (await deleteAbandonedCheckouts(db.write, at - 90 * day, batch)) === batch);
    while (!signal.aborted && (await forgetOldVisits(db.write, at - rowRetention, batch)) === batch);
    // PostgreSQL keeps its statistics fresh by itself.
    if (db.dialect === 'sqlite') await sql`pragma optimize`.execute(db.write);
    await truncateLog(db);
  },
};
