/** Erases a person's data: deletes personal data, and anonymises the data that the law requires the shop to keep (R134). */
import { anonymiseCommentAuthor } from '../catalog/comments-store.ts';
import { eraseOwnerFromCheckouts } from '../checkout/checkouts-of-person.ts';
import type { Services } from '../core/services.ts';
import type { Transaction } from '../db/database.ts';
import { truncateWriteAheadLog } from '../db/vacuum.ts';
import { deleteRecipientMails } from '../mail/mails-by-recipient.ts';
import { newsletterWelcomeMailKey } from '../marketing/newsletter-welcome.ts';
import { deleteBackInStockRequests } from '../marketing/stock-waits-store.ts';
import { accountSourceType, deleteSubscriber } from '../marketing/subscribers-store.ts';
import { anonymiseCouponUses } from '../orders/coupon-store.ts';
import { anonymiseOrders } from '../orders/customer-orders-store.ts';
import { orderMailKeys } from '../orders/mailed-link.ts';
import { deletePaymentNotes, deletePaymentNotesByEmail } from '../payments/stores/notes.ts';
import { erasePaymentVisitors } from '../payments/stores/payments.ts';
import { deleteJobsByKey } from '../queue/enqueue.ts';
import { dropConversions } from '../tracking/conversions-store.ts';
import { hashEmail } from '../tracking/hash-contact-data.ts';
import { anonymiseVisitor } from '../tracking/visitor-store.ts';
import { deleteContact } from './contacts-store.ts';
import { accountExistsMailKey, mailKeyPrefix, passwordResetJobKey } from './customer-mails.ts';
import type { DataSubject } from './data-subject.ts';
import { revokeCodesForEmail } from './mailed-code.ts';

/**
 * Erases a person's account, logins, codes, address book, wishlist and sharing link, contact address, subscriptions, and emails
 * to the address, including queued ones. Orders keep their lines, totals and country; reviews keep their text without the name.
 * @returns the order numbers of the anonymised orders
 */
export async function erasePersonalData(
  { db }: Pick<Services, 'db'>,
  { customer, email }: DataSubject,
  now: number,
): Promise<string[]> {
  const orderNos = await db.transaction(async (trx) => {
    const owner = { customerId: customer?.id ?? null, email };
    // Erase checkouts first, so that an order placed concurrently is either anonymised below or finds no checkout.
    await eraseOwnerFromCheckouts(trx, owner);
    const orderNos = await anonymiseOrders(trx, owner, now);
    await anonymiseCouponUses(trx, orderNos);
    await erasePaymentVisitors(trx, orderNos);
    await deletePaymentNotes(trx, orderNos);
    const address = customer?.email ?? email;
    const ofOrders = orderNos.flatMap((orderNo) => [
      ...orderMailKeys(orderNo),
      accountExistsMailKey(orderNo),
    ]);
    const beginnings = customer ? [...ofOrders, mailKeyPrefix(customer.id)] : ofOrders;
    await deleteRecipientMails(trx, { to: email, key: newsletterWelcomeMailKey(address), beginnings });
    if (email === '') await deleteSubscriber(trx, address, accountSourceType);
    else await forgetAddress(trx, email, now);
    await deleteJobsByKey(trx, passwordResetJobKey(address));
    await dropConversions(trx, { orderNos, email: hashEmail(email) });
    if (customer) {
      await anonymiseVisitor(trx, customer.id);
      await trx.deleteFrom('customers').where('id', '=', customer.id).execute();
    }
    return orderNos;
  });
  await truncateWriteAheadLog(db);
  return orderNos;
}

async function forgetAddress(trx: Transaction, email: string, now: number): Promise<void> {
  await deleteSubscriber(trx, email);
  await deleteContact(trx, email);
  await revokeCodesForEmail(trx, email);
  await deleteBackInStockRequests(trx, email);
  await deletePaymentNotesByEmail(trx, email);
  await anonymiseCommentAuthor(trx, email, now);
}
