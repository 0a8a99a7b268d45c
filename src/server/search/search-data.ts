/**
 * Loads the data that searches use besides products: the shop's languages, synonyms, articles, pages and collections. Cached in
 * each process.
 */
import type { PurgeFeed } from '../cache/purge-feed.ts';
import { ReadCache } from '../cache/read-cache.ts';
import { tags } from '../cache/tags.ts';
import { readCollectionNames } from '../catalog/collections-store.ts';
import { type ArticleText, listArticleTexts } from '../content/articles-store.ts';
import { listPageSummaries } from '../content/pages-store.ts';
import { unwrapCachedQuery } from '../core/cached-reads.ts';
import type { Context } from '../core/handler.ts';
import type { Database } from '../db/database.ts';
import { readSetting } from '../settings/store.ts';
import { readThemeSetting } from '../theme/store.ts';
import { type IndexedText, indexText, textVocabulary } from './indexed-texts.ts';
import type { Vocabulary } from './parse-search.ts';
import { type StemLanguage, stemLanguage } from './stemmers.ts';
import { synonymSettings } from './synonyms.ts';
import { makeThesaurus, type Thesaurus } from './thesaurus.ts';
import { eventLoopYielder } from './yield-to-event-loop.ts';

/** Maximum number of articles (the newest) and of pages (the first by title) that are searched. */
const maxSearched = 500;

const maxBytes = 8 * 1024 * 1024;

export interface SearchData {
  /** Codes of the languages that the shop offers. `own` is the language of the shop's texts. */
  spoken: readonly string[];
  own: string;
  thesaurus: Thesaurus;
  articles: readonly IndexedText<number>[];
  pages: readonly IndexedText<string>[];
  collections: readonly IndexedText<number>[];
  vocabulary: Vocabulary;
}

const cacheOf = new WeakMap<PurgeFeed, ReadCache>();

/**
 * Returns the search data, cached until the catalogue or one of the settings `synonyms`, `languages` and `shop` is purged. Every
 * write of a text purges the catalogue.
 */
export function loadSearchData(context: Context): Promise<SearchData> {
  const made = [tags.catalog, ...['synonyms', 'languages', 'shop'].map(tags.setting)];
  return readThroughSearchCache(context, 'words', made, () => readSearchData(context.services.db));
}

/** Returns the frozen result of `read`, cached in each process for at most a minute. @param made cache tags of the result */
export async function readThroughSearchCache<Value>(
  context: Context,
  name: string,
  made: readonly string[],
  read: () => Promise<Value>,
): Promise<Value> {
  const { now, purges } = context.services;
  let cache = cacheOf.get(purges);
  if (!cache) {
    // Purges are synced before every read, so the cache never misses one.
    const opened = new ReadCache({ now, isCurrent: () => true, maxBytes });
    purges.subscribe((tags) => opened.forget(tags));
    cacheOf.set(purges, opened);
    cache = opened;
  }
  await purges.sync();
  const reading = await cache.read(name, async () => ({ value: await read(), tags: made, changesAt: null }));
  return unwrapCachedQuery(reading, context);
}

async function readSearchData({ read }: Database): Promise<SearchData> {
  const [articles, pages, collections, synonyms, { languages }, { lang }] = await Promise.all([
    listArticleTexts(read, maxSearched),
    listPageSummaries(read, maxSearched),
    readCollectionNames(read),
    readSetting(read, 'synonyms', synonymSettings),
    readThemeSetting(read, 'languages'),
    readThemeSetting(read, 'shop'),
  ]);
  const stems = stemLanguage(lang);
  const indexed = {
    articles: await indexArticles(articles, stems),
    pages: pages.map(({ handle, title, summary }) => indexText(handle, title, summary, stems)),
    collections: collections.map(({ id, title }) => indexText(id, title, '', stems)),
  };
  return {
    ...indexed,
    spoken: languages.map((one) => one.lang),
    own: lang,
    thesaurus: makeThesaurus(synonyms ?? {}),
    vocabulary: textVocabulary([...indexed.articles, ...indexed.pages, ...indexed.collections], stems),
  };
}

/** Indexes articles, including the first 400 words of each body (tokenizer.ts), at most 3 KB per article. */
async function indexArticles(articles: readonly ArticleText[], stems: StemLanguage | null) {
  const pause = eventLoopYielder();
  const indexed: IndexedText<number>[] = [];
  for (const { id, title, summary, bodyHtml } of articles) {
    await pause();
    indexed.push(indexText(id, title, summary, stems, bodyHtml));
  }
  return indexed;
}
