/** What a search finds beside products: articles, and pages of the merchant's. */
import type { ArticleSummary } from '#lib/contract/storefront.ts';
import { tags } from '../cache/tags.ts';
import { hasEvery, searchWords } from '../finding/words.ts';
import type { Context } from '../http/handler.ts';
import { articleSummaries } from './article-summaries.ts';
import { listArticles, readArticlesById } from './articles-store.ts';
import { listPageTitles } from './pages-store.ts';

/** Newest articles, and pages, that are looked through. */
const mostSearched = 500;
/** Of each kind in an answer. */
const mostFound = 3;

export interface FoundTexts {
  articles: ArticleSummary[];
  pages: { title: string; seo_url: string }[];
}

/** Articles whose titles and summaries have every word, those with all in the title first, then the newest; pages by title. */
export async function findTexts(context: Context, words: readonly string[]): Promise<FoundTexts> {
  if (words.length === 0) return { articles: [], pages: [] };
  const known = await context.kept('words of articles and pages', readWords);
  const articles = known.articles.filter(({ title, summary }) => hasEvery([...title, ...summary], words));
  const titled = articles.filter(({ title }) => hasEvery(title, words));
  const ids = [...new Set([...titled, ...articles].map(({ id }) => id))].slice(0, mostFound);
  const pages = known.pages.filter(({ words: own }) => hasEvery(own, words)).slice(0, mostFound);
  return {
    articles: await articleSummaries(context, await readArticlesById(context.services.db.read, ids)),
    pages: pages.map(({ title, handle }) => ({ title, seo_url: handle })),
  };
}

async function readWords(context: Context) {
  const db = context.services.db.read;
  // Whatever is written, published or taken away purges it.
  context.tag(tags.catalog);
  const [articles, pages] = await Promise.all([
    listArticles(db, { limit: mostSearched }),
    listPageTitles(db, mostSearched),
  ]);
  return {
    articles: articles.map(({ id, title, summary }) => ({
      id,
      title: searchWords(title),
      summary: searchWords(summary),
    })),
    pages: pages.map(({ title, handle }) => ({ title, handle, words: searchWords(title) })),
  };
}
