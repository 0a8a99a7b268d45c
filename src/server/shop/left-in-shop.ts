/** What stands in the shop and no longer in the folder: applying a folder deletes nothing, and says so. */
import type { Queryable } from '../db/database.ts';
import { settingSchemas } from '../theme/settings.ts';
import type { ShopFolder } from './read-folder.ts';
import { shopSettings } from './setting-schemas.ts';

/**
 * Promotions are not among it: those that left the folder are stopped.
 * @param theme keys of the settings that theme and languages set
 * @returns a sentence for each kind of thing; none when all of it stands in the folder
 */
export async function leftInShop(
  db: Queryable,
  { pages, articles, collections, settings }: ShopFolder,
  theme: readonly string[],
): Promise<string[]> {
  const known = Object.keys({ ...shopSettings, ...settingSchemas });
  const handles = (table: 'pages' | 'articles' | 'collections') =>
    db.selectFrom(table).select('handle as name').orderBy('handle').execute();
  const stored = {
    pages: await handles('pages'),
    articles: await handles('articles'),
    collections: await handles('collections'),
    settings: await db
      .selectFrom('settings')
      .select('key as name')
      .where('key', 'in', known)
      .orderBy('key')
      .execute(),
  };
  const inFolder: Record<keyof typeof stored, readonly string[]> = {
    pages: pages.map(({ handle }) => handle),
    articles: articles.map(({ handle }) => handle),
    collections: collections.map(({ handle }) => handle),
    settings: [...settings.map(([key]) => key), ...theme],
  };
  return Object.entries(stored).flatMap(([kind, rows]) => {
    const left = rows
      .map(({ name }) => name)
      .filter((name) => !inFolder[kind as keyof typeof stored].includes(name));
    return left.length > 0 ? [`in the shop, and not in the folder: ${kind} ${left.join(', ')}`] : [];
  });
}
