/** Reads the policies that the footer of the checkout links to (API-053). */
import type { Queryable } from '../db/database.ts';

/** Returns the published pages with the given ids, in the order of the ids. */
export async function readPolicies(
  from: Queryable,
  ids: readonly number[],
): Promise<{ id: number; title: string; content: string; seo_url: string }[]> {
  if (ids.length === 0) return [];
  const rows = await from
    .selectFrom('pages')
    .select(['id', 'title', 'body_html as content', 'handle as seo_url'])
    .where('id', 'in', [...new Set(ids)])
    .where('is_published', '=', 1)
    .execute();
  return [...new Set(ids)].flatMap((id) => rows.find((row) => row.id === id) ?? []);
}
