/** What a search finds beside products: articles, and pages of the merchant's. */
import type { ArticleSummary } from '#lib/contract/storefront.ts';
import { articleSummaries } from '../content/article-summaries.ts';
import { readArticlesById } from '../content/articles-store.ts';
import { readPageTitles } from '../content/pages-store.ts';
import type { Context } from '../core/handler.ts';
import { cachedTexts } from './cached-texts.ts';
import { hasEvery } from './tokenizer.ts';

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
