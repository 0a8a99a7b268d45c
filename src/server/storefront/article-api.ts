/** An article with the goods it speaks of (contract: storefront). */
import * as codes from '#lib/contract/codes.ts';
import { linkedProducts } from '#lib/pages/linked-products.ts';
import { tags } from '../cache/tags.ts';
import { readIdsOfHandles } from '../catalog/products-store.ts';
import { articleSummaries } from '../content/article-summaries.ts';
import { readArticleByHandle } from '../content/articles-store.ts';
import { Failure } from '../core/failure.ts';
import type { Handlers } from '../core/handler.ts';
import { cardsFor } from '../promotions/cards.ts';

/** Two rows of cards. */
const mostGoods = 8;

export const articleHandlers: Handlers = {
  'GET /api/v1/storefront/article': async ({ query: { handle } }, context) => {
    const { read } = context.services.db;
    const article = await readArticleByHandle(read, handle);
    if (!article) {
      context.tag(tags.catalog);
      throw new Failure(codes.notFound, 'There is no such article.');
    }
    const [summary] = await articleSummaries(context, [article]);
    const handles = linkedProducts(article.bodyHtml, mostGoods);
    const ids = await readIdsOfHandles(read, handles);
    // What is not there yet may come.
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
