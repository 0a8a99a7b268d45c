import type { Insertable, Selectable, Updateable } from 'kysely';
import { z } from 'zod';
import type { Services } from '../core/services.ts';
import type { Queryable } from '../db/database.ts';
import { prepareQuery } from '../db/prepared.ts';
import type { CheckoutsTable } from '../db/tables.ts';
import { hashToken, type TokenHash } from '../db/token-hash.ts';
import type { Checkout, CheckoutChoices, CheckoutLine } from './checkout.ts';
import { isLinkTokenFor, LINK_LIFETIME_MS, linkIdFromToken } from './link-token.ts';
import { parseAddress, parseBillingAddress, serialiseBillingAddress } from './stored-address.ts';

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
      billing: parseBillingAddress(row.billing),
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

function choiceColumns(choices: CheckoutChoices) {
  return {
    email: choices.email,
    phone: choices.phone,
    address: JSON.stringify(choices.address),
    billing: serialiseBillingAddress(choices.billing),
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
  const [row] = await checkoutRow(
    db.read,
    hashToken(token),
    linkIdFromToken(token),
    now() - LINK_LIFETIME_MS,
  );
  if (!row) return null;
  const { token_hash, link_id: linkId } = row;
  return (await isLinkTokenFor(services, { linkId, hashes: [token_hash] }, token))
    ? toCheckout(row, token)
    : null;
}

const checkoutRow = prepareQuery((db, hash: TokenHash, linkId: string, since: number) =>
  db
    .selectFrom('checkouts')
    .selectAll()
    .where((is) => is.or([is('token_hash', '=', hash), is('link_id', '=', linkId)]))
    .where('updated_at', '>', since),
);

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
 * Saves a change to a checkout, unless the checkout has been changed since it was read.
 * @param read key and version of the checkout when it was read
 * @returns whether the change was saved
 */
export async function updateCheckout(
  to: Queryable,
  read: Pick<Checkout, 'tokenHash' | 'version'>,
  change: { choices: CheckoutChoices; state: Checkout['state']; lines?: CheckoutLine[]; lang?: string },
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
