/** Endpoint that returns an article with the products it links to (contract: storefront). */
import * as codes from '#lib/contract/codes.ts';
import { tags } from '../cache/tags.ts';
import { readProductIdsByHandle } from '../catalog/products-store.ts';
import { toArticleSummaries } from '../content/article-summaries.ts';
import { readArticleByHandle } from '../content/articles-store.ts';
import { Failure } from '../core/failure.ts';
import type { Handlers } from '../core/handler.ts';
import { cardsFor } from '../promotions/cards.ts';

const link = /\shref="\/products\/([^"?#/]+)["?#]/g;

/**
 * Returns the handles of products that a merchant's text links to, in order and without duplicates.
 * @param html sanitised HTML, with attributes in double quotes
 * @param limit maximum number of handles
 */
export function linkedProducts(html: string, limit: number): string[] {
  const handles = [...html.matchAll(link)].map(([, handle]) => decoded(handle!));
  return [...new Set(handles)].slice(0, limit);
}

function decoded(handle: string): string {
  try {
    return decodeURIComponent(handle);
  } catch {
    // An undecodable handle matches no product.
    return handle;
  }
}

/** Maximum number of product cards on an article page: two rows. */
const maxProducts = 8;

export const articleHandlers: Handlers = {
  'GET /api/v1/storefront/article': async ({ query: { handle } }, context) => {
    const { read } = context.services.db;
    const article = await readArticleByHandle(read, handle);
    if (!article) {
      context.tag(tags.catalog);
      throw new Failure(codes.notFound, 'There is no such article.');
    }
    const [summary] = await toArticleSummaries(context, [article]);
    const handles = linkedProducts(article.bodyHtml, maxProducts);
    const ids = await readProductIdsByHandle(read, handles);
    // A missing product may be created later, so the page depends on the catalogue.
    if (ids.length < handles.length) context.tag(tags.catalog);
    return {
      ...summary!,
      body_html: article.bodyHtml,
      product_list: await cardsFor(context, ids),
      seo_title: article.seoTitle,
      seo_description: article.seoDescription,
    };
  },
};
