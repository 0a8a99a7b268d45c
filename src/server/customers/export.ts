/** What the shop has of a customer, for the customer to take along (GDPR, article 20; R134). */
import { addressLines } from '#lib/orders/address.ts';
import { readCommentsOf } from '../catalog/comments-store.ts';
import type { Services } from '../core/services.ts';
import { readWaitsOf } from '../marketing/stock-waits-store.ts';
import { readSubscribed } from '../marketing/subscribers-store.ts';
import { wholeOrder } from '../orders/api.ts';
import { readCustomerOrders } from '../orders/customer-orders-store.ts';
import { readVisits } from '../tracking/visitor-store.ts';
import { readAddresses } from './addresses-store.ts';
import type { Customer } from './customers-store.ts';
import { readLogins } from './sessions-store.ts';
import { readNamedWishes, readWishlistLink } from './wishlist-store.ts';

/** @returns times as ISO 8601 in UTC, amounts in the order's currency; orders and wishlist without the token of their link */
export async function exportCustomer(
  services: Services,
  customer: Customer,
): Promise<Record<string, unknown>> {
  const { read } = services.db;
  const isProven = customer.verifiedAt !== null;
  const [addresses, logins, { orders }, subscribed, waits, reviews, visits, wishes, link] = await Promise.all(
    [
      readAddresses(read, customer.id),
      readLogins(read, customer.id, services.now()),
      readCustomerOrders(read, customer.id, { limit: 100_000, offset: 0 }),
      isProven ? readSubscribed(read, customer.email) : null,
      isProven ? readWaitsOf(read, customer.email) : [],
      isProven ? readCommentsOf(read, customer.email) : [],
      readVisits(read, customer.id),
      readNamedWishes(read, customer.id),
      readWishlistLink(read, customer.id),
    ],
  );
  const whole = [];
  for (const order of orders) {
    const { token: _link, ...rest } = await wholeOrder(services, order);
    whole.push(rest);
  }
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
    newsletter: subscribed === 1,
    back_in_stock: waits.map(({ askedAt, ...wait }) => ({ ...wait, asked_at: time(askedAt) })),
    reviews: reviews.map(({ createdAt, ...review }) => ({ ...review, created_at: time(createdAt) })),
    visits: visits.map(({ at, ...visit }) => ({ ...visit, at: time(at) })),
    wishlist: {
      products: wishes.map(({ product, variantId, addedAt }) => ({
        ...{ product, variant_id: variantId },
        added_at: time(addedAt),
      })),
      shared_since: link && time(link.createdAt),
    },
    orders: whole,
  };
}

function time(instant: number): string {
  return new Date(instant).toISOString();
}
