/** Deletes content by handle, for the delete commands and for `apply --prune`. */
import { purge } from '../cache/purges-store.ts';
import { tags } from '../cache/tags.ts';
import { type DeletionResult, deleteCollection, deleteProduct } from '../catalog/delete-store.ts';
import { deleteArticle, deletePage } from '../content/pages-store.ts';
import type { Transaction } from '../db/database.ts';

export type DeletableKind = 'product' | 'collection' | 'article' | 'page';

/** Deletes one item and purges the cached pages that show it. @param now ms UTC */
export async function deleteContent(
  trx: Transaction,
  kind: DeletableKind,
  handle: string,
  now: number,
): Promise<DeletionResult> {
  if (kind === 'product') return deleteProduct(trx, handle, now);
  if (kind === 'collection') return deleteCollection(trx, handle, now);
  const id = kind === 'page' ? await deletePage(trx, handle) : await deleteArticle(trx, handle);
  if (id === null) return 'missing';
  await purge(trx, [kind === 'page' ? tags.page(id) : tags.article(id), tags.catalog], now);
  return 'deleted';
}

/** Returns a line that describes a deletion; '' if the handle does not exist. */
export function describeDeletion(kind: DeletableKind, handle: string, deletion: DeletionResult): string {
  if (deletion === 'missing') return '';
  const why = kind === 'product' ? 'orders contain it' : 'a promotion of orders uses it';
  return deletion === 'deleted' ? `deleted: ${kind} ${handle}` : `unpublished: ${kind} ${handle} (${why})`;
}
