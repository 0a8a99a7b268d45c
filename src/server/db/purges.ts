/** Says which cached pages are out of date; every process reads it (design 5, 6). */
import type { Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Has every page made from `tags` forgotten, in all processes, once the transaction commits.
 * @param tags from cache/tags.ts; none is allowed
 * @param now ms UTC
 */
export async function purge(trx: Transaction<Tables>, tags: readonly string[], now: number): Promise<void> {
  const rows = [...new Set(tags)].map((tag) => ({ tag, at: now }));
  if (rows.length > 0) await trx.insertInto('purges').values(rows).execute();
}
