/** The wishlists of customers, and the links that show them. */
import { mergeWishlists, newestFirst, type WishlistItem } from '#lib/wishlist/wishlist-items.ts';
import type { NewLink } from '../checkout/link-token.ts';
import { chunk } from '../db/chunk.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import type { TokenHash } from '../db/token-hash.ts';

/** The newest first. */
export async function readWishlist(db: Queryable, customerId: number): Promise<WishlistItem[]> {
  const rows = await db
    .selectFrom('wishes')
    .select(['product_id as product', 'variant_id as variant', 'added_at as at'])
    .where('customer_id', '=', customerId)
    .execute();
  return newestFirst(rows);
}

/**
 * Takes products out of a list and puts others in, the older ones beyond `maxWishlistItems` go (lib/wishlist/wishlist-items.ts).
 * What is no product of the shop is left out; a variant that is none of its product counts as none.
 * @returns the list then
 */
export async function changeWishlist(
  trx: Transaction,
  customerId: number,
  { add, remove }: { add: readonly WishlistItem[]; remove: readonly number[] },
  now: number,
): Promise<WishlistItem[]> {
  // Changes of one list follow one another.
  await trx.updateTable('customers').set({ updated_at: now }).where('id', '=', customerId).execute();
  const before = await readWishlist(trx, customerId);
  const existing = await knownWishes(trx, add);
  const after = mergeWishlists(
    before.filter(({ product }) => !remove.includes(product)),
    // A clock that is wrong does not hold a place in front of all that is to come.
    existing.map((wish) => ({ ...wish, at: Math.min(wish.at, now) })),
  );
  const left = new Set(after.map(({ product }) => product));
  const gone = before.map(({ product }) => product).filter((product) => !left.has(product));
  for (const piece of chunk(gone)) {
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

/** Those of products that there are. */
async function knownWishes(trx: Transaction, wishes: readonly WishlistItem[]): Promise<WishlistItem[]> {
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

/** What the customer wishes for, as an export names it. */
export async function readNamedItems(
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

/** Takes everything out, and the link back. */
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

/** The link by which the customer's list is shared, null while it is not. */
export function readWishlistLink(db: Queryable, customerId: number): Promise<WishlistLink | null> {
  return oneLink(db, 'customer_id', customerId);
}

export function findWishlistLink(db: Queryable, linkId: string): Promise<WishlistLink | null> {
  return oneLink(db, 'link_id', linkId);
}

/** Shares the list by this link; one that is shared already keeps its own. */
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
