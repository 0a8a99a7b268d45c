/** What a search finds beside products: articles, and pages of the merchant's. Their words are cached by each process. */
import type { ArticleSummary } from '#lib/contract/storefront.ts';
import type { PurgeFeed } from '../cache/purge-feed.ts';
import { ReadCache } from '../cache/read-cache.ts';
import { tags } from '../cache/tags.ts';
import { articleSummaries } from '../content/article-summaries.ts';
import { listArticles, readArticlesById } from '../content/articles-store.ts';
import { listPageTitles, readPageTitles } from '../content/pages-store.ts';
import { use } from '../core/cached-reads.ts';
import type { Context } from '../core/handler.ts';
import type { Database } from '../db/database.ts';
import { hasEvery, searchWords } from './tokenizer.ts';

/** Of each kind in an answer. */
const maxFound = 3;

export interface FoundTexts {
  articles: ArticleSummary[];
  pages: { title: string; seo_url: string }[];
}

/** Articles whose titles and summaries have every word, those with all in the title first, then the newest; pages by title. */
export async function findTexts(context: Context, words: readonly string[]): Promise<FoundTexts> {
  if (words.length === 0) return { articles: [], pages: [] };
  const { read } = context.services.db;
  const known = await cachedTexts(context);
  const articles = known.articles.filter(({ title, summary }) => hasEvery([...title, ...summary], words));
  const titled = articles.filter(({ title }) => hasEvery(title, words));
  const ids = [...new Set([...titled, ...articles].map(({ id }) => id))].slice(0, maxFound);
  const pages = known.pages.filter(({ words: own }) => hasEvery(own, words)).slice(0, maxFound);
  // Read again, as the articles are: what was taken away by hand since is not shown.
  const titles = await readPageTitles(
    read,
    pages.map(({ handle }) => handle),
  );
  return {
    articles: await articleSummaries(context, await readArticlesById(read, ids)),
    pages: titles.map(({ title, handle }) => ({ title, seo_url: handle })),
  };
}

/** Articles, the newest, and pages, the first by title, that are looked through. */
const maxSearched = 500;

const maxBytes = 4 * 1024 * 1024;

const cacheOf = new WeakMap<PurgeFeed, ReadCache>();

/**
 * @returns words as of the last purge of the catalogue, which every write of a text triggers; a minute old at
 * most, and frozen
 */
async function cachedTexts(context: Context) {
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
