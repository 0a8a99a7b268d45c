/**
 * Notifies shoppers that a requested variant is back in stock. The job reads the current stock, so it works no matter how the
 * stock was raised (R150).
 */
import { unitsForSale } from '../catalog/stock.ts';
import { readVariants } from '../catalog/variants-store.ts';
import type { Services } from '../core/services.ts';
import { type EmailShopData, readEmailShopData } from '../mail/email-shop-data.ts';
import type { MailObsolescenceChecks } from '../mail/obsolete-mails.ts';
import { deleteObsoleteMail, readObsoleteMailKeys } from '../mail/outbox-store.ts';
import { queueMail } from '../mail/queue-mail.ts';
import type { RecurringJob } from '../queue/job.ts';
import { readSetting } from '../settings/store.ts';
import { backInStockMail } from './back-in-stock-mails.ts';
import {
  backInStockRequestLifetimes,
  backInStockSettings,
  countRemainingNotifications,
  defaultBackInStockSettings,
} from './back-in-stock-rules.ts';
import {
  claimBackInStockRequest,
  lockVariantNotifications,
  readBackInStockRequest,
  readOldestBackInStockRequests,
  readVariantsToNotify,
  reopenBackInStockRequest,
} from './stock-waits-store.ts';

/** Maximum number of emails per transaction. The transaction locks the variant, which blocks orders of the variant. */
const batch = 50;

/** Queues the notifications that are due, oldest request first. @returns the number of queued emails */
export async function sendBackInStock(
  services: Services,
  signal: Pick<AbortSignal, 'aborted'> = { aborted: false },
): Promise<number> {
  const { read } = services.db;
  const { enabled, perPiece } =
    (await readSetting(read, 'backInStock', backInStockSettings)) ?? defaultBackInStockSettings;
  if (!enabled) return 0;
  await reopenUntold(services);
  // Most of these variants have no notifications left, so skip those before locking any variant.
  const variants = (await readVariantsToNotify(read)).filter(
    ({ notified: sent, ...stock }) =>
      countRemainingNotifications({ pieces: unitsForSale(stock), notified: sent }, { perPiece }) > 0,
  );
  if (variants.length === 0) return 0;
  const shop = await readEmailShopData(services);
  let sent = 0;
  for (const { id } of variants) {
    let count: number;
    do {
      count = signal.aborted ? 0 : await queueNotifications(services, shop, id, perPiece);
      sent += count;
    } while (count === batch);
  }
  return sent;
}

/**
 * Cancels queued emails: confirmations of requests that were confirmed or have expired, and notifications of a variant that is no
 * longer for sale.
 */
export const backInStockObsolescenceChecks: MailObsolescenceChecks = {
  'back-in-stock-confirm': async ({ db, now }, mail) => {
    const wait = await readBackInStockRequest(db.read, linkOf(mail));
    return wait?.state !== 'asked' || now() - mail.createdAt >= backInStockRequestLifetimes.asked;
  },
  'back-in-stock': async ({ db }, mail) => {
    const wait = await readBackInStockRequest(db.read, linkOf(mail));
    if (!wait) return true;
    const variant = (await readVariants(db.read, [wait.variantId])).get(wait.variantId);
    return !variant?.isPublished || variant.isDeleted || unitsForSale(variant) === 0;
  },
};

function linkOf({ dedupeKey }: { dedupeKey: string }): string {
  return dedupeKey.slice(dedupeKey.indexOf(':') + 1);
}

/** Reopens the requests whose notification was cancelled because the variant sold out again. */
async function reopenUntold({ db }: Services): Promise<void> {
  for (const dedupeKey of await readObsoleteMailKeys(db.read, 'back-in-stock')) {
    const wait = await readBackInStockRequest(db.read, linkOf({ dedupeKey }));
    if (wait?.state !== 'mailed') continue;
    await db.transaction(async (trx) => {
      if (await deleteObsoleteMail(trx, dedupeKey)) await reopenBackInStockRequest(trx, wait);
    });
  }
}

/** Queues the notifications for one variant. @returns the number of queued emails, at most `batch` */
async function queueNotifications(
  { db, now }: Services,
  shop: EmailShopData,
  variantId: number,
  perPiece: number,
): Promise<number> {
  return db.transaction(async (trx) => {
    const notified = await lockVariantNotifications(trx, variantId);
    const variant = (await readVariants(trx, [variantId])).get(variantId);
    if (!variant?.isPublished || variant.isDeleted) return 0;
    const units = unitsForSale(variant);
    const room = countRemainingNotifications({ pieces: units, notified }, { perPiece });
    const { productTitle: title, title: option, handle: seoUrl } = variant;
    let count = 0;
    for (const wait of await readOldestBackInStockRequests(trx, variantId, Math.min(room, batch))) {
      if (!(await claimBackInStockRequest(trx, wait, now()))) continue;
      await queueMail(trx, backInStockMail(shop, wait, { title, option, seoUrl }), now());
      count += 1;
    }
    return count;
  });
}

export const backInStockJob: RecurringJob = {
  kind: 'back-in-stock',
  every: 15_000,
  run: async ({ services, signal }) => {
    await sendBackInStock(services, signal);
  },
};
