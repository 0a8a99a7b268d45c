/** Erases a person: deletes personal data, and anonymises what the law requires the shop to keep (R134). */
import { forgetWriter } from '../catalog/comments-store.ts';
import { forgetCheckoutsOf } from '../checkout/store.ts';
import type { Services } from '../core/services.ts';
import type { Transaction } from '../db/database.ts';
import { truncateLog } from '../db/wipe.ts';
import { forgetMails } from '../mail/outbox-store.ts';
import { welcomeKey } from '../marketing/newsletter-welcome.ts';
import { forgetWaits } from '../marketing/stock-waits-store.ts';
import { forgetSubscriber, ofAccount } from '../marketing/subscribers-store.ts';
import { forgetCouponUser } from '../orders/coupon-store.ts';
import { anonymiseOrders } from '../orders/customer-orders-store.ts';
import { orderMailKeys } from '../orders/mailed-link.ts';
import { forgetNotesOf, forgetNotesWith } from '../payments/stores/notes.ts';
import { forgetPayers } from '../payments/stores/payments.ts';
import { forgetJob } from '../queue/enqueue.ts';
import { dropConversions } from '../tracking/conversions-store.ts';
import { hashedEmail } from '../tracking/hashed-person.ts';
import { forgetVisitor } from '../tracking/visitor-store.ts';
import { forgetContact } from './contacts-store.ts';
import { accountExistsMailKey, mailKeyPrefix, resetJobKey } from './customer-mails.ts';
import { forgetCodesTo } from './mailed-code.ts';
import type { Person } from './person.ts';

/**
 * Erases a person: account, logins, codes, address book, wishlist and its link, contact address, subscriptions, and emails to
 * the address, queued ones too. Orders keep lines, totals and country; reviews keep their text without the name.
 * @returns the numbers of the orders that remain
 */
export async function erasePerson(
  { db }: Pick<Services, 'db'>,
  { customer, email }: Person,
  now: number,
): Promise<string[]> {
  const orderNos = await db.transaction(async (trx) => {
    const owner = { customerId: customer?.id ?? null, email };
    // First, so that an order placed concurrently is either among the orders below or finds no checkout.
    await forgetCheckoutsOf(trx, owner);
    const orderNos = await anonymiseOrders(trx, owner, now);
    await forgetCouponUser(trx, orderNos);
    await forgetPayers(trx, orderNos);
    await forgetNotesOf(trx, orderNos);
    const address = customer?.email ?? email;
    const ofOrders = orderNos.flatMap((orderNo) => [
      ...orderMailKeys(orderNo),
      accountExistsMailKey(orderNo),
    ]);
    const beginnings = customer ? [...ofOrders, mailKeyPrefix(customer.id)] : ofOrders;
    await forgetMails(trx, { to: email, key: welcomeKey(address), beginnings });
    if (email === '') await forgetSubscriber(trx, address, ofAccount);
    else await forgetAddress(trx, email, now);
    await forgetJob(trx, resetJobKey(address));
    await dropConversions(trx, { orderNos, email: hashedEmail(email) });
    if (customer) {
      await forgetVisitor(trx, customer.id);
      await trx.deleteFrom('customers').where('id', '=', customer.id).execute();
    }
    return orderNos;
  });
  await truncateLog(db);
  return orderNos;
}

async function forgetAddress(trx: Transaction, email: string, now: number): Promise<void> {
  await forgetSubscriber(trx, email);
  await forgetContact(trx, email);
  await forgetCodesTo(trx, email);
  await forgetWaits(trx, email);
  await forgetNotesWith(trx, email);
  await forgetWriter(trx, email, now);
}
