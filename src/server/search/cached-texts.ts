/** The words of articles and pages, cached by each process, so that a search over HTTP does not read them all. */
import type { PurgeFeed } from '../cache/purge-feed.ts';
import { ReadCache } from '../cache/read-cache.ts';
import { tags } from '../cache/tags.ts';
import { listArticles } from '../content/articles-store.ts';
import { listPageTitles } from '../content/pages-store.ts';
import { use } from '../core/cached-reads.ts';
import type { Context } from '../core/handler.ts';
import type { Database } from '../db/database.ts';
import { searchWords } from './tokenizer.ts';

/** Articles, the newest, and pages, the first by title, that are looked through. */
const maxSearched = 500;

const maxBytes = 4 * 1024 * 1024;

const cacheOf = new WeakMap<PurgeFeed, ReadCache>();

/**
 * @returns words as they were at the last purge of the catalogue, which whoever writes a text purges; a minute old at
 * most, and frozen
 */
export async function cachedTexts(context: Context) {
  const { db, now, purges } = context.services;
  let cache = cacheOf.get(purges);
  if (!cache) {
    // The purges are read before every use, so nothing newer can be unknown.
    const opened = new ReadCache({ now, isSure: () => true, maxBytes });
    purges.subscribe((tags) => opened.forget(tags));
    cacheOf.set(purges, opened);
    cache = opened;
  }
  await purges.sync();
  const reading = await cache.read('words', async () => ({
    value: await readWords(db),
    tags: [tags.catalog],
    changesAt: null,
  }));
  return use(reading, context);
}

async function readWords({ read }: Database) {
  const [articles, pages] = await Promise.all([
    listArticles(read, { limit: maxSearched }),
    listPageTitles(read, maxSearched),
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
