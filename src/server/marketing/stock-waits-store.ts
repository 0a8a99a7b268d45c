/** Stores back-in-stock requests: one row per email address and variant. */
import type { StockState } from '../catalog/stock.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { deleteExpiredMails, deleteRecipientMails } from '../mail/mails-by-recipient.ts';
import { backInStockRequestLifetimes, confirmationResendMs, getLinkIdPrefix } from './back-in-stock-rules.ts';

export interface BackInStockRequest {
  id: number;
  variantId: number;
  email: string;
  /** Language of the page on which the request was made, '' for the default. */
  lang: string;
  linkId: string;
}

export type BackInStockRequestState = 'asked' | 'confirmed' | 'mailed';

/**
 * Stores a back-in-stock request. A confirmed request keeps its place in the queue. A request that was notified, or whose
 * confirmation link is over an hour old, starts again.
 * @returns whether to send a confirmation email with the link of this request
 */
export async function saveBackInStockRequest(
  trx: Transaction,
  wait: Omit<BackInStockRequest, 'id'>,
  now: number,
): Promise<boolean> {
  const { variantId, lang, linkId } = wait;
  const email = wait.email.toLowerCase();
  const requestValues = { lang, link_id: linkId, asked_at: now, confirmed_at: null, mailed_at: null };
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('stock_waits')
    .values({ variant_id: variantId, email, ...requestValues })
    .onConflict((conflict) => conflict.columns(['variant_id', 'email']).doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 1n) return true;
  const { numUpdatedRows } = await trx
    .updateTable('stock_waits')
    .set(requestValues)
    .where('variant_id', '=', variantId)
    .where('email', '=', email)
    .where((is) =>
      is.or([
        is('mailed_at', 'is not', null),
        is.and([is('confirmed_at', 'is', null), is('asked_at', '<=', now - confirmationResendMs)]),
      ]),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Returns the back-in-stock request of a link; null if the request was deleted or a newer one has replaced the link. */
export async function readBackInStockRequest(
  db: Queryable,
  linkId: string,
): Promise<(BackInStockRequest & { state: BackInStockRequestState }) | null> {
  const row = await db.selectFrom('stock_waits').selectAll().where('link_id', '=', linkId).executeTakeFirst();
  if (!row) return null;
  const state = row.mailed_at !== null ? 'mailed' : row.confirmed_at !== null ? 'confirmed' : 'asked';
  return { ...waitOf(row), state };
}

/** Confirms a back-in-stock request. A confirmed request keeps its place in the queue; an expired link changes nothing. */
export async function confirmBackInStockRequest(db: Queryable, linkId: string, now: number): Promise<void> {
  await db
    .updateTable('stock_waits')
    .set({ confirmed_at: now })
    .where('link_id', '=', linkId)
    .where('confirmed_at', 'is', null)
    .where('asked_at', '>', now - backInStockRequestLifetimes.asked)
    .execute();
}

/**
 * Returns the purchasable variants with confirmed requests and, for each, how many shoppers were notified since it last sold out.
 */
export async function readVariantsToNotify(
  db: Queryable,
): Promise<(StockState & { id: number; notified: number })[]> {
  const rows = await db
    .selectFrom('stock_waits as w')
    .innerJoin('variants as v', 'v.id', 'w.variant_id')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .select(['v.id', 'v.stock', 'v.is_tracked', 'v.inventory_policy', 'v.back_told as notified'])
    .distinct()
    .where('w.confirmed_at', 'is not', null)
    .where('w.mailed_at', 'is', null)
    .where('v.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .where('p.is_published', '=', 1)
    .where((is) =>
      is.or([is('v.stock', '>', 0), is('v.inventory_policy', '=', 'continue'), is('v.is_tracked', '=', 0)]),
    )
    .orderBy('v.id')
    .execute();
  return rows.map(({ is_tracked, inventory_policy: inventoryPolicy, ...row }) => {
    return { ...row, inventoryPolicy, isTracked: is_tracked === 1 };
  });
}

/**
 * Locks the variant against other notifications and stock changes until the transaction ends.
 * @returns how many shoppers were notified since the variant last sold out
 */
export async function lockVariantNotifications(trx: Transaction, variantId: number): Promise<number> {
  const row = await trx
    .updateTable('variants')
    .set(({ ref }) => ({ back_told: ref('back_told') }))
    .where('id', '=', variantId)
    .returning('back_told')
    .executeTakeFirst();
  return row?.back_told ?? 0;
}

/** Returns the first back-in-stock requests in the queue of a variant, oldest first. */
export async function readOldestBackInStockRequests(
  trx: Transaction,
  variantId: number,
  limit: number,
): Promise<BackInStockRequest[]> {
  const rows = await trx
    .selectFrom('stock_waits')
    .selectAll()
    .where('variant_id', '=', variantId)
    .where('confirmed_at', 'is not', null)
    .where('mailed_at', 'is', null)
    .orderBy('confirmed_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(waitOf);
}

/**
 * Claims a back-in-stock request for notification and increments the variant's count of notified shoppers.
 * @returns whether this call claimed it
 */
export async function claimBackInStockRequest(
  trx: Transaction,
  { id, variantId }: BackInStockRequest,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('stock_waits')
    .set({ mailed_at: now })
    .where('id', '=', id)
    .where('confirmed_at', 'is not', null)
    .where('mailed_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await trx
    .updateTable('variants')
    .set((set) => ({ back_told: set('back_told', '+', 1) }))
    .where('id', '=', variantId)
    .execute();
  return true;
}

/**
 * Undoes `claimBackInStockRequest` for an email that was not sent. The variant's count of notified shoppers stays 0 if the variant
 * sold out in the meantime.
 */
export async function reopenBackInStockRequest(
  trx: Transaction,
  { id, variantId }: BackInStockRequest,
): Promise<void> {
  await trx.updateTable('stock_waits').set({ mailed_at: null }).where('id', '=', id).execute();
  await trx
    .updateTable('variants')
    .set((set) => ({ back_told: set('back_told', '-', 1) }))
    .where('id', '=', variantId)
    .where('back_told', '>', 0)
    .execute();
}

/** Returns the back-in-stock requests of an email address, newest first. */
export async function readBackInStockRequestsByEmail(
  db: Queryable,
  email: string,
): Promise<{ title: string; option: string; askedAt: number }[]> {
  const rows = await db
    .selectFrom('stock_waits as w')
    .innerJoin('variants as v', 'v.id', 'w.variant_id')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .select(['p.title', 'v.title as option', 'w.asked_at'])
    .where('w.email', '=', email.toLowerCase())
    .orderBy('w.id', 'desc')
    .execute();
  return rows.map(({ title, option, asked_at }) => ({ title, option, askedAt: asked_at }));
}

/** Prefixes of the dedupe keys of emails about a back-in-stock request, followed by a colon and the link id. */
const waitMails = ['back-in-stock-confirm', 'back-in-stock'];

/** Deletes all back-in-stock requests of an email address, and the emails about them from the outbox. */
export async function deleteBackInStockRequests(trx: Transaction, email: string): Promise<void> {
  const rows = await trx
    .deleteFrom('stock_waits')
    .where('email', '=', email.toLowerCase())
    .returning('link_id')
    .execute();
  // The prefix also matches emails with an older link, which a newer request has replaced, so these are deleted too.
  const parts = [...new Set(rows.map(({ link_id }) => getLinkIdPrefix(link_id)))];
  const beginnings = parts.flatMap((part) => waitMails.map((kind) => `${kind}:${part}`));
  await deleteRecipientMails(trx, { to: '', key: '', beginnings });
}

/**
 * Deletes all back-in-stock requests of the email address for which a link was generated, even if the link's own request no
 * longer exists.
 */
export async function deleteBackInStockRequestsByLink(trx: Transaction, linkId: string): Promise<void> {
  const part = getLinkIdPrefix(linkId);
  const rows = await trx
    .selectFrom('stock_waits')
    .select('email')
    .distinct()
    .where('link_id', '>=', part)
    // `g` is the upper bound, because it sorts after every hex digit.
    .where('link_id', '<', `${part}g`)
    .execute();
  for (const { email } of rows) await deleteBackInStockRequests(trx, email);
}

/**
 * Moves confirmed back-in-stock requests to a customer's new email address. Each keeps its place in the queue, unless the new
 * address already has a request for the variant. Unconfirmed and notified requests, and the emails to the old address, are
 * deleted.
 * @param newLink returns a new link id for an email address (`createLinkIdGenerator`)
 */
export async function moveBackInStockRequests(
  trx: Transaction,
  from: string,
  to: string,
  newLink: (email: string) => string,
): Promise<void> {
  const rows = await trx
    .selectFrom('stock_waits')
    .selectAll()
    .where('email', '=', from.toLowerCase())
    .where('confirmed_at', 'is not', null)
    .where('mailed_at', 'is', null)
    .orderBy('id')
    .execute();
  await deleteBackInStockRequests(trx, from);
  for (const { id, ...row } of rows) {
    await trx
      .insertInto('stock_waits')
      .values({ ...row, email: to.toLowerCase(), link_id: newLink(to) })
      .onConflict((conflict) => conflict.columns(['variant_id', 'email']).doNothing())
      .execute();
  }
}

/** Deletes expired back-in-stock requests (`backInStockRequestLifetimes`) and their emails. */
export async function deleteExpiredBackInStockRequests(db: Queryable, now: number): Promise<void> {
  await db
    .deleteFrom('stock_waits')
    .where((is) =>
      is.or([
        is.and([
          is('confirmed_at', 'is', null),
          is('asked_at', '<=', now - backInStockRequestLifetimes.asked),
        ]),
        is('mailed_at', '<=', now - backInStockRequestLifetimes.mailed),
        is('asked_at', '<=', now - backInStockRequestLifetimes.confirmed),
      ]),
    )
    .execute();
  await deleteExpiredMails(db, 'back-in-stock-confirm', now - backInStockRequestLifetimes.asked);
  await deleteExpiredMails(db, 'back-in-stock', now - backInStockRequestLifetimes.mailed);
}

function waitOf(row: {
  id: number;
  variant_id: number;
  email: string;
  lang: string;
  link_id: string;
}): BackInStockRequest {
  const { id, variant_id: variantId, email, lang, link_id: linkId } = row;
  return { id, variantId, email, lang, linkId };
}
