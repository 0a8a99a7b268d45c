import {
  type Insertable,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  sql,
  type Updateable,
} from 'kysely';
import { z } from 'zod';
import { type Address, emptyAddress } from '#lib/orders/address.ts';
import { orderStatus } from '#lib/orders/status.ts';
import type { Services } from '../core/services.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { prepareQuery } from '../db/prepared.ts';
import type { CheckoutsTable } from '../db/tables.ts';
import { hashToken, type TokenHash } from '../db/token-hash.ts';
import type { Checkout, CheckoutLine, Choices } from './checkout.ts';
import { isTokenOf, LINK_LIFE_MS, linkIdOf } from './link-token.ts';
import { parseAddress, parseBilling, storedBilling } from './stored-address.ts';

/** Selects the checkouts or orders of an account, of a guest by email address, or of both. */
export interface Owner {
  /** null for a guest. */
  customerId: number | null;
  /** '' for none; matches only rows of guests. */
  email: string;
}

const storedLines = z.array(
  z.object({
    line: z.object({
      randomId: z.string(),
      productId: z.number(),
      variantId: z.number(),
      quantity: z.number(),
      isSelected: z.boolean(),
      isGift: z.boolean(),
      code: z.string(),
      group: z.string(),
      unit: z.number(),
      tailor: z.array(z.object({ name: z.string(), type: z.number(), value: z.string() })),
      optionValues: z.array(z.string()).optional(),
      giftDiscountId: z.number().optional(),
      giftPosition: z.number().optional(),
      isPreSale: z.boolean().optional(),
    }),
    seenPrice: z.number(),
    seenDiscount: z.number().default(0),
  }),
);

function toCheckout(row: Selectable<CheckoutsTable>, token: string): Checkout {
  return {
    token,
    tokenHash: row.token_hash,
    linkId: row.link_id,
    shopId: row.shop_id,
    visitorHash: row.visitor_hash,
    customerId: row.customer_id,
    source: row.source,
    state: row.state,
    lines: storedLines.parse(JSON.parse(row.groups)),
    choices: {
      email: row.email,
      phone: row.phone,
      address: parseAddress(row.address),
      billing: parseBilling(row.billing),
      shippingId: row.shipping_id,
      coupon: row.coupon,
      scConfirm: row.sc_confirm === 1,
      insurance: row.insurance === 1,
      tip: row.tip,
      paymentMethod: row.payment_method,
      note: row.note,
      taxId: row.tax_id,
      paypalOrderId: row.paypal_order_id,
    },
    distinctId: row.distinct_id,
    lang: row.lang,
    version: row.version,
  };
}

function choiceColumns(choices: Choices) {
  return {
    email: choices.email,
    phone: choices.phone,
    address: JSON.stringify(choices.address),
    billing: storedBilling(choices.billing),
    shipping_id: choices.shippingId,
    coupon: choices.coupon,
    sc_confirm: choices.scConfirm ? (1 as const) : (0 as const),
    insurance: choices.insurance ? (1 as const) : (0 as const),
    tip: choices.tip,
    payment_method: choices.paymentMethod,
    note: choices.note,
    tax_id: choices.taxId,
    paypal_order_id: choices.paypalOrderId,
  };
}

/** Reads the checkout that a token opens; null if there is none or it has not changed for a year. */
export async function readCheckout(
  services: Pick<Services, 'db' | 'now'>,
  token: string,
): Promise<Checkout | null> {
  const { db, now } = services;
  const [row] = await checkoutRow(db.read, hashToken(token), linkIdOf(token), now() - LINK_LIFE_MS);
  if (!row) return null;
  const { token_hash, link_id: linkId } = row;
  return (await isTokenOf(services, { linkId, hashes: [token_hash] }, token)) ? toCheckout(row, token) : null;
}

const checkoutRow = prepareQuery((db, hash: TokenHash, linkId: string, since: number) =>
  db
    .selectFrom('checkouts')
    .selectAll()
    .where((is) => is.or([is('token_hash', '=', hash), is('link_id', '=', linkId)]))
    .where('updated_at', '>', since),
);

/**
 * Reads the browser's newest checkout that the caller may open and still has to pay for: open, or ordered and unpaid.
 * @returns null if there is none or its link has expired
 */
export async function readNewestCheckout(
  from: Queryable,
  visitorHash: string,
  customerId: number | null,
  now: number,
): Promise<{ linkId: string; shopId: number } | null> {
  const row = await from
    .selectFrom('checkouts')
    .select(['link_id', 'shop_id'])
    .where('visitor_hash', '=', visitorHash)
    .where((is) =>
      is.or([
        is('state', '=', 'open'),
        is.exists(
          is
            .selectFrom('orders')
            .select('order_no')
            .whereRef('orders.checkout_hash', '=', 'checkouts.token_hash')
            .where('status_key', 'in', [orderStatus.pending, orderStatus.failed]),
        ),
      ]),
    )
    .where((is) => is.or([is('customer_id', 'is', null), is('customer_id', '=', customerId)]))
    .where('updated_at', '>', now - LINK_LIFE_MS)
    .orderBy('updated_at', 'desc')
    .orderBy('token_hash')
    .executeTakeFirst();
  return row ? { linkId: row.link_id, shopId: row.shop_id } : null;
}

export async function insertCheckout(to: Queryable, checkout: Checkout, now: number): Promise<void> {
  await insertRow(to, {
    token_hash: checkout.tokenHash,
    link_id: checkout.linkId,
    shop_id: checkout.shopId,
    visitor_hash: checkout.visitorHash,
    customer_id: checkout.customerId,
    source: checkout.source,
    state: checkout.state,
    groups: JSON.stringify(checkout.lines),
    ...choiceColumns(checkout.choices),
    distinct_id: checkout.distinctId,
    lang: checkout.lang,
    version: checkout.version,
    created_at: now,
    updated_at: now,
  });
}

const insertRow = prepareQuery((to, row: Insertable<CheckoutsTable>) =>
  to.insertInto('checkouts').values(row),
);

/**
 * Saves a change, unless the checkout was changed since it was read.
 * @param read the checkout as read, with its version
 * @returns whether it was saved
 */
export async function updateCheckout(
  to: Queryable,
  read: Pick<Checkout, 'tokenHash' | 'version'>,
  change: { choices: Choices; state: Checkout['state']; lines?: CheckoutLine[]; lang?: string },
  now: number,
): Promise<boolean> {
  const columns = {
    ...choiceColumns(change.choices),
    state: change.state,
    ...(change.lines && { groups: JSON.stringify(change.lines) }),
    ...(change.lang !== undefined && { lang: change.lang }),
    version: read.version + 1,
    updated_at: now,
  };
  return (await updateRow(to, read.tokenHash, read.version, columns)).length === 1;
}

const updateRow = prepareQuery(
  (to, tokenHash: TokenHash, version: number, columns: Updateable<CheckoutsTable>) =>
    to
      .updateTable('checkouts')
      .set(columns)
      .where('token_hash', '=', tokenHash)
      .where('version', '=', version)
      .returning('version'),
);

/**
 * Deletes abandoned checkouts, at most `limit`: those without an order and not changed since `before` (ms UTC).
 * @returns how many
 */
export async function deleteAbandonedCheckouts(
  db: Queryable,
  before: number,
  limit: number,
): Promise<number> {
  const abandonedHashes = db
    .selectFrom('checkouts')
    .select('token_hash')
    .where('updated_at', '<', before)
    .where('state', '=', 'open')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('orders')
            .select('orders.order_no')
            .whereRef('orders.checkout_hash', '=', 'checkouts.token_hash'),
        ),
      ),
    )
    .orderBy('updated_at')
    .limit(limit);
  // Checked again, because a checkout may have changed after the subquery ran.
  const { numDeletedRows } = await db
    .deleteFrom('checkouts')
    .where('token_hash', 'in', abandonedHashes)
    .where('updated_at', '<', before)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Erases a person from their checkouts: deletes open ones and clears the personal data of ordered ones. */
export async function forgetCheckoutsOf(trx: Transaction, owner: Owner): Promise<void> {
  const checkoutHashes = checkoutsOf(trx, owner).select('token_hash');
  await trx
    .deleteFrom('checkouts')
    .where('token_hash', 'in', checkoutHashes)
    .where('state', '=', 'open')
    .execute();
  const nobody = {
    customer_id: null,
    visitor_hash: '',
    email: '',
    phone: '',
    billing: '' as const,
    note: '',
    tax_id: '',
    distinct_id: '',
  };
  await trx
    .updateTable('checkouts')
    .set({ ...nobody, address: JSON.stringify(emptyAddress) })
    .where('token_hash', 'in', checkoutHashes)
    .execute();
}

/** Returns the personal data in a person's open checkouts, oldest first. */
export async function readOpenCheckoutsOf(
  db: Queryable,
  owner: Owner,
): Promise<{ email: string; phone: string; address: Address; note: string; createdAt: number }[]> {
  const rows = await checkoutsOf(db, owner)
    .select(['email', 'phone', 'address', 'note', 'created_at'])
    .where('state', '=', 'open')
    .orderBy('created_at')
    .execute();
  return rows.map(({ email, phone, address, note, created_at }) => ({
    ...{ email, phone, note, createdAt: created_at },
    address: parseAddress(address),
  }));
}

function checkoutsOf(db: Queryable, owner: Owner) {
  return db.selectFrom('checkouts').where(isOwnersRow(owner));
}

/** Returns the SQL condition that a checkout or order belongs to the owner; both tables have the same columns for it. */
export function isOwnersRow({ customerId, email }: Owner): RawBuilder<SqlBool> {
  const account = sql<SqlBool>`customer_id = ${customerId}`;
  const guest = sql<SqlBool>`lower(email) = ${email.toLowerCase()} and customer_id is null`;
  if (email === '') return account;
  return customerId === null ? guest : sql<SqlBool>`(${account} or (${guest}))`;
}

/**
 * Returns the cookie hash of the browser that abandoned this checkout; null if the checkout became an order or was deleted, or the
 * browser has since ordered in another one.
 */
export async function visitorOfAbandonedCheckout(db: Queryable, linkId: string): Promise<string | null> {
  const checkout = await db
    .selectFrom('checkouts')
    .select(['visitor_hash', 'state', 'updated_at'])
    .where('link_id', '=', linkId)
    .executeTakeFirst();
  if (checkout?.state !== 'open') return null;
  const later = await db
    .selectFrom('checkouts')
    .select('link_id')
    .where('visitor_hash', '=', checkout.visitor_hash)
    .where('state', '=', 'ordered')
    .where('updated_at', '>=', checkout.updated_at)
    .executeTakeFirst();
  return later ? null : checkout.visitor_hash;
}

/**
 * Reads the browser's newest checkout, once it is abandoned.
 * @param visitor hash of the browser's cookie
 * @param before ms UTC; a checkout changed later is still being filled in
 * @returns `busy` while it is being filled in; null if there is none or it was ordered
 */
export async function readAbandonedCheckout(
  from: Queryable,
  visitor: string,
  before: number,
): Promise<{ linkId: string; shopId: number } | 'busy' | null> {
  const newest = await from
    .selectFrom('checkouts')
    .select(['link_id', 'shop_id', 'state', 'updated_at'])
    .where('visitor_hash', '=', visitor)
    .orderBy('updated_at', 'desc')
    .orderBy('token_hash')
    .executeTakeFirst();
  if (newest?.state !== 'open') return null;
  return newest.updated_at < before ? { linkId: newest.link_id, shopId: newest.shop_id } : 'busy';
}
