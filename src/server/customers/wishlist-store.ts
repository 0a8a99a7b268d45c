/** Stores customers' wishlists and their sharing links. */
import { mergeWishlists, newestFirst, type WishlistItem } from '#lib/wishlist/wishlist-items.ts';
import type { NewLink } from '../checkout/link-token.ts';
import { chunk } from '../db/chunk.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import type { TokenHash } from '../db/token-hash.ts';

/** Returns a customer's wishlist, newest items first. */
export async function readWishlist(db: Queryable, customerId: number): Promise<WishlistItem[]> {
  const rows = await db
    .selectFrom('wishes')
    .select(['product_id as product', 'variant_id as variant', 'added_at as at'])
    .where('customer_id', '=', customerId)
    .execute();
  return newestFirst(rows);
}

/**
 * Removes and adds items of a wishlist; drops the oldest items beyond `maxWishlistItems` (lib/wishlist/wishlist-items.ts). Skips
 * unknown products, and sets the variant to 0 if it does not belong to the product.
 * @returns the resulting wishlist
 */
export async function changeWishlist(
  trx: Transaction,
  customerId: number,
  { add, remove }: { add: readonly WishlistItem[]; remove: readonly number[] },
  now: number,
): Promise<WishlistItem[]> {
  // Lock the list until the transaction ends, so that concurrent changes run one after the other.
  await trx.updateTable('customers').set({ updated_at: now }).where('id', '=', customerId).execute();
  const before = await readWishlist(trx, customerId);
  const existing = await filterExisting(trx, add);
  const after = mergeWishlists(
    before.filter(({ product }) => !remove.includes(product)),
    // A device with a wrong clock can send a time in the future, which would keep its item first in the list.
    existing.map((wish) => ({ ...wish, at: Math.min(wish.at, now) })),
  );
  const remainingIds = new Set(after.map(({ product }) => product));
  const removedIds = before.map(({ product }) => product).filter((product) => !remainingIds.has(product));
  for (const piece of chunk(removedIds)) {
    const rows = trx.deleteFrom('wishes').where('customer_id', '=', customerId);
    await rows.where('product_id', 'in', piece).execute();
  }
  const same = new Set(before.map(textOf));
  const changed = after.filter((wish) => !same.has(textOf(wish)));
  for (const piece of chunk(changed))
    await trx
      .insertInto('wishes')
      .values(
        piece.map(({ product, variant, at }) => ({
          ...{ customer_id: customerId, product_id: product },
          ...{ variant_id: variant, added_at: at },
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['customer_id', 'product_id']).doUpdateSet(({ ref }) => ({
          variant_id: ref('excluded.variant_id'),
          added_at: ref('excluded.added_at'),
        })),
      )
      .execute();
  return after;
}

function textOf({ product, variant, at }: WishlistItem): string {
  return `${product} ${variant} ${at}`;
}

async function filterExisting(trx: Transaction, wishes: readonly WishlistItem[]): Promise<WishlistItem[]> {
  const products = new Set<number>();
  const owners = new Map<number, number>();
  for (const piece of chunk([...new Set(wishes.map(({ product }) => product))])) {
    const rows = await trx.selectFrom('products').select('id').where('id', 'in', piece).execute();
    for (const { id } of rows) products.add(id);
  }
  for (const piece of chunk([...new Set(wishes.map(({ variant }) => variant))])) {
    const rows = await trx
      .selectFrom('variants')
      .select(['id', 'product_id'])
      .where('id', 'in', piece)
      .execute();
    for (const { id, product_id } of rows) owners.set(id, product_id);
  }
  return wishes
    .filter(({ product }) => products.has(product))
    .map((wish) => (owners.get(wish.variant) === wish.product ? wish : { ...wish, variant: 0 }));
}

/** Returns the customer's wishlist items for a data export. */
export async function readWishlistForExport(
  db: Queryable,
  customerId: number,
): Promise<{ product: string; variantId: number; addedAt: number }[]> {
  const rows = await db
    .selectFrom('wishes')
    .innerJoin('products', 'products.id', 'wishes.product_id')
    .select(['products.handle as product', 'wishes.variant_id as variantId', 'wishes.added_at as addedAt'])
    .where('wishes.customer_id', '=', customerId)
    .orderBy('wishes.added_at', 'desc')
    .orderBy('wishes.product_id', 'desc')
    .execute();
  return rows;
}

/** Deletes all items and the sharing link of a customer's wishlist. */
export async function deleteWishlist(trx: Transaction, customerId: number): Promise<void> {
  await trx.deleteFrom('wishes').where('customer_id', '=', customerId).execute();
  await endWishlistLink(trx, customerId);
}

export interface WishlistLink {
  customerId: number;
  linkId: string;
  tokenHash: TokenHash;
  /** ms UTC. */
  createdAt: number;
}

/** Returns the sharing link of the customer's wishlist; null if the list is not shared. */
export function readWishlistLink(db: Queryable, customerId: number): Promise<WishlistLink | null> {
  return oneLink(db, 'customer_id', customerId);
}

export function findWishlistLink(db: Queryable, linkId: string): Promise<WishlistLink | null> {
  return oneLink(db, 'link_id', linkId);
}

/** Stores a sharing link for the customer's wishlist; an existing link is kept. */
export async function insertWishlistLink(
  db: Queryable,
  customerId: number,
  { linkId, tokenHash }: NewLink,
  now: number,
): Promise<void> {
  await db
    .insertInto('wishlist_links')
    .values({ customer_id: customerId, link_id: linkId, token_hash: tokenHash, created_at: now })
    .onConflict((conflict) => conflict.column('customer_id').doNothing())
    .execute();
}

export async function endWishlistLink(db: Queryable, customerId: number): Promise<void> {
  await db.deleteFrom('wishlist_links').where('customer_id', '=', customerId).execute();
}

async function oneLink(
  db: Queryable,
  column: 'customer_id' | 'link_id',
  value: number | string,
): Promise<WishlistLink | null> {
  const row = await db.selectFrom('wishlist_links').selectAll().where(column, '=', value).executeTakeFirst();
  if (!row) return null;
  const { customer_id: customerId, link_id: linkId, token_hash: tokenHash, created_at: createdAt } = row;
  return { customerId, linkId, tokenHash, createdAt };
}
