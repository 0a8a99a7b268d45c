/** Exports the data that the shop stores about a person (GDPR, article 20; R134). */
import { addressLines } from '#lib/orders/address-lines.ts';
import { readCommentsByEmail } from '../catalog/comments-store.ts';
import { readOpenCheckoutPersonalData } from '../checkout/checkouts-of-person.ts';
import type { Services } from '../core/services.ts';
import type { Queryable } from '../db/database.ts';
import { readMailsTo } from '../mail/mails-by-recipient.ts';
import { readBackInStockRequestsByEmail } from '../marketing/stock-waits-store.ts';
import { readSubscriptionStatus } from '../marketing/subscribers-store.ts';
import { readWireOrder } from '../orders/api.ts';
import { readOwnerOrders } from '../orders/customer-orders-store.ts';
import { readVisits } from '../tracking/visitor-store.ts';
import { readAddresses } from './addresses-store.ts';
import { readContactTimes } from './contacts-store.ts';
import type { Customer } from './customers-store.ts';
import type { DataSubject } from './data-subject.ts';
import { readLogins } from './sessions-store.ts';
import { readWishlistForExport, readWishlistLink } from './wishlist-store.ts';

/**
 * Returns a person's data. Times are ISO 8601 in UTC and amounts in the currency of the order; the link tokens of orders and of
 * the wishlist are left out.
 */
export async function exportPersonalData(services: Services, person: DataSubject) {
  const { read } = services.db;
  const { customer, email } = person;
  const owner = { customerId: customer?.id ?? null, email };
  const hasAddress = email !== '';
  const [account, orders, checkouts, subscribed, contacts, waits, reviews, emails] = await Promise.all([
    customer ? exportAccount(read, customer, services.now()) : { account: null },
    readOwnerOrders(read, owner),
    readOpenCheckoutPersonalData(read, owner),
    hasAddress ? readSubscriptionStatus(read, email) : null,
    hasAddress ? readContactTimes(read, email) : [],
    hasAddress ? readBackInStockRequestsByEmail(read, email) : [],
    hasAddress ? readCommentsByEmail(read, email) : [],
    hasAddress ? readMailsTo(read, email) : [],
  ]);
  const whole = [];
  for (const order of orders) {
    const { token: _link, ...rest } = await readWireOrder(services, order);
    whole.push(rest);
  }
  return {
    ...account,
    newsletter: subscribed === null ? null : subscribed === 1,
    back_in_stock: waits.map(({ askedAt, ...wait }) => ({ ...wait, asked_at: time(askedAt) })),
    reviews: reviews.map(({ createdAt, ...review }) => ({ ...review, created_at: time(createdAt) })),
    checkouts: checkouts.map(({ createdAt, address, ...checkout }) => ({
      ...checkout,
      lines: addressLines(address),
      created_at: time(createdAt),
    })),
    reminders: contacts.map((createdAt) => ({ created_at: time(createdAt) })),
    emails: emails.map(({ subject, createdAt, sentAt }) => ({
      ...{ subject, created_at: time(createdAt) },
      sent_at: sentAt === null ? null : time(sentAt),
    })),
    orders: whole,
  };
}

/** Returns the data that exists only for customers with an account. */
async function exportAccount(db: Queryable, customer: Customer, now: number) {
  const [addresses, logins, visits, wishes, link] = await Promise.all([
    readAddresses(db, customer.id),
    readLogins(db, customer.id, now),
    readVisits(db, customer.id),
    readWishlistForExport(db, customer.id),
    readWishlistLink(db, customer.id),
  ]);
  return {
    account: {
      email: customer.email,
      first_name: customer.firstName,
      last_name: customer.lastName,
      language: customer.lang,
      created_at: time(customer.createdAt),
      verified_at: customer.verifiedAt === null ? null : time(customer.verifiedAt),
    },
    addresses: addresses.map(({ address, is_default }) => ({
      ...address,
      is_default,
      lines: addressLines(address),
    })),
    logins: logins.map(({ device, createdAt, usedAt }) => ({
      ...{ device, created_at: time(createdAt), used_at: time(usedAt) },
    })),
    visits: visits.map(({ at, ...visit }) => ({ ...visit, at: time(at) })),
    wishlist: {
      products: wishes.map(({ product, variantId, addedAt }) => ({
        ...{ product, variant_id: variantId },
        added_at: time(addedAt),
      })),
      shared_since: link && time(link.createdAt),
    },
  };
}

function time(instant: number): string {
  return new Date(instant).toISOString();
}
