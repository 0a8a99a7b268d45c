/** The words of articles and pages, kept by each process, so that a search over HTTP does not read them all. */
import { PurgeFeed } from '../cache/purge-feed.ts';
import { newestPurge, readPurges } from '../cache/purges-store.ts';
import { ReadCache } from '../cache/read-cache.ts';
import { tags } from '../cache/tags.ts';
import { listArticles } from '../content/articles-store.ts';
import { listPageTitles } from '../content/pages-store.ts';
import type { Context } from '../core/handler.ts';
import { use } from '../core/kept-reads.ts';
import type { Services } from '../core/services.ts';
import type { Database } from '../db/database.ts';
import { searchWords } from './tokenizer.ts';

/** Articles, the newest, and pages, the first by title, that are looked through. */
const mostSearched = 500;

const keptBy = new WeakMap<Database, ReturnType<typeof open>>();

/**
 * @returns words as they were at the last purge of the catalogue, which whoever writes a text purges; a minute old at
 * most, and frozen
 */
export async function knownWords(context: Context) {
  const { db } = context.services;
  let opening = keptBy.get(db);
  if (!opening) {
    opening = open(context.services);
    keptBy.set(db, opening);
    opening.catch(() => keptBy.delete(db));
  }
  const { reads, feed } = await opening;
  await feed.sync();
  const reading = await reads.read('words', async () => ({
    value: await readWords(db),
    tags: [tags.catalog],
    changesAt: null,
  }));
  return use(reading, context);
}

async function open({ db, now }: Pick<Services, 'db' | 'now'>) {
  // The feed is asked before every use, so nothing newer can be unknown.
  const reads = new ReadCache({ now, isSure: () => true, maxEntries: 1 });
  const feed = new PurgeFeed({
    newest: () => newestPurge(db.read),
    read: (after, gaps) => readPurges(db.read, after, gaps),
    clock: () => performance.now(),
    onRead: (_began, purged) => reads.forget(purged),
  });
  await feed.open();
  return { reads, feed };
}

async function readWords({ read }: Database) {
  const [articles, pages] = await Promise.all([
    listArticles(read, { limit: mostSearched }),
    listPageTitles(read, mostSearched),
  ]);
  return {
    articles: articles.map(({ id, title, summary }) => ({
      id,
      title: searchWords(title),
      summary: searchWords(summary),
    })),
    pages: pages.map(({ title, handle }) => ({ handle, words: searchWords(title) })),
  };
}
