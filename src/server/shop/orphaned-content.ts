/** Finds and deletes content in the shop that is no longer in the folder. `apply` deletes such content only with `--prune`. */
import type { Queryable, Transaction } from '../db/database.ts';
import { deleteSetting } from '../settings/store.ts';
import { settingSchemas } from '../theme/settings.ts';
import { type DeletableKind, deleteContent, describeDeletion } from './delete-content.ts';
import type { ShopFolder } from './read-folder.ts';
import { shopSettingSchemas } from './setting-schemas.ts';

/** Names of orphaned content by type. Promotions are not included, because `apply` stops promotions that are no longer in the folder. */
export type OrphanedContent = Record<'pages' | 'articles' | 'collections' | 'settings', string[]>;

/**
 * Returns the content that is in the shop but not in the folder.
 * @param theme keys of the settings that the theme and language files define
 */
export async function findOrphanedContent(
  db: Queryable,
  { pages, articles, collections, settings }: ShopFolder,
  theme: readonly string[],
): Promise<OrphanedContent> {
  const settingNames = Object.keys({ ...shopSettingSchemas, ...settingSchemas });
  const handles = async (table: 'pages' | 'articles' | 'collections', drafts: { handle: string }[]) => {
    let query = db.selectFrom(table).select('handle').orderBy('handle');
    // Ignore unpublished collections, which are kept only because orders refer to them.
    if (table === 'collections') query = query.where('is_published', '=', 1);
    const rows = await query.execute();
    const inFolder = new Set(drafts.map(({ handle }) => handle));
    return rows.map(({ handle }) => handle).filter((handle) => !inFolder.has(handle));
  };
  const rows = await db
    .selectFrom('settings')
    .select('key')
    .where('key', 'in', settingNames)
    .orderBy('key')
    .execute();
  const keys: string[] = [...settings.map(([key]) => key), ...theme];
  return {
    pages: await handles('pages', pages),
    articles: await handles('articles', articles),
    collections: await handles('collections', collections),
    settings: rows.map(({ key }) => key).filter((key) => !keys.includes(key)),
  };
}

/** Returns one sentence for each content type with orphaned content. */
export function describeOrphanedContent(orphaned: OrphanedContent): string[] {
  return Object.entries(orphaned).flatMap(([kind, names]) =>
    names.length > 0
      ? [`${kind} in the shop but not in the folder (apply deletes nothing): ${names.join(', ')}`]
      : [],
  );
}

/** Settings that have their own file. If the file is missing, the folder does not manage the setting. */
const settingsWithFile = ['holidays', 'popups', 'synonyms'];
/** Settings that are never deleted: without `currency`, every price would change its currency. */
const neverPruned = ['currency'];

/** Returns the orphaned content that `--prune` deletes: only content types of which the folder has files. */
export function filterPrunableContent(
  { entries }: Pick<ShopFolder, 'entries'>,
  orphaned: OrphanedContent,
): OrphanedContent {
  const ofFile = (name: string, names: string[]) => (entries.includes(name) ? names : []);
  return {
    pages: ofFile('pages', orphaned.pages),
    articles: ofFile('articles', orphaned.articles),
    collections: ofFile('collections.json', orphaned.collections),
    settings: orphaned.settings.filter((key) => {
      const file = Object.hasOwn(shopSettingSchemas, key) ? 'settings.json' : 'theme.json';
      return entries.includes(file) && !settingsWithFile.includes(key) && !neverPruned.includes(key);
    }),
  };
}

/** Returns the content that is in both arguments, such as confirmed content that is still orphaned. */
export function intersectContent(one: OrphanedContent, other: OrphanedContent): OrphanedContent {
  const both = (kind: keyof OrphanedContent) => one[kind].filter((name) => other[kind].includes(name));
  return {
    pages: both('pages'),
    articles: both('articles'),
    collections: both('collections'),
    settings: both('settings'),
  };
}

/** Deletes the given content. @returns one line per deleted item */
export async function pruneContent(trx: Transaction, names: OrphanedContent, now: number): Promise<string[]> {
  const lines: string[] = [];
  const kinds = { page: names.pages, article: names.articles, collection: names.collections };
  for (const [kind, handles] of Object.entries(kinds) as [DeletableKind, string[]][]) {
    for (const handle of handles)
      lines.push(describeDeletion(kind, handle, await deleteContent(trx, kind, handle, now)));
  }
  for (const key of names.settings) {
    await deleteSetting(trx, key, now);
    lines.push(`deleted: setting ${key}`);
  }
  return lines;
}
