import * as codes from '#lib/contract/codes.ts';
import { tags } from '../cache/tags.ts';
import { Failure } from '../core/failure.ts';
import type { Handlers } from '../core/handler.ts';
import { jpegImageUrl } from '../media/image-url.ts';
import { readSetting } from '../settings/store.ts';
import { toArticleSummaries } from './article-summaries.ts';
import { articlesPerPage, countArticles, listArticles, readArticle } from './articles-store.ts';
import { readPage } from './pages-store.ts';
import { findRedirect, redirectsSchema } from './redirects.ts';

/** Maximum number of titles in a blog's navigation. */
const titleLimit = 100;

export const contentHandlers: Handlers = {
  'GET /api/v1/blogs/simple': async ({ query: { id } }, context) => {
    const article = await readArticle(context.services.db.read, id);
    if (!article) throw new Failure(codes.notFound, 'There is no such article.');
    const [summary] = await toArticleSummaries(context, [article]);
    const { title, seo_url, summary: text, picture, published_at } = summary!;
    return {
      id,
      title,
      seo_url,
      summary: text,
      image: picture ? jpegImageUrl(picture, 800) : '',
      published_at,
    };
  },

  'GET /api/v1/blogs/titles/:id': async ({ params: { id } }, context) => {
    context.tag(tags.catalog);
    const articles = await listArticles(context.services.db.read, { blogId: id, limit: titleLimit });
    return articles.map((article) => ({ id: article.id, title: article.title, seo_url: article.handle }));
  },

  'GET /api/v1/storefront/articles': async ({ query: { page_num } }, context) => {
    const db = context.services.db.read;
    context.tag(tags.catalog);
    const offset = (page_num - 1) * articlesPerPage;
    const [total, articles] = await Promise.all([
      countArticles(db),
      listArticles(db, { limit: articlesPerPage, offset }),
    ]);
    return { list: await toArticleSummaries(context, articles), total, page_num, page_size: articlesPerPage };
  },

  'GET /api/v1/storefront/page': async ({ query: { handle } }, context) => {
    const page = await readPage(context.services.db.read, handle);
    if (!page) {
      context.tag(tags.catalog);
      throw new Failure(codes.notFound, 'There is no such page.');
    }
    context.tag(tags.page(page.id));
    return {
      id: page.id,
      title: page.title,
      seo_url: page.handle,
      body_html: page.body_html,
      is_indexed: page.is_indexed === 1,
      updated_at: page.updated_at,
      seo_title: page.seo_title,
      seo_description: page.seo_description,
    };
  },

  'GET /api/v1/storefront/redirect': async ({ query: { path } }, context) => {
    context.tag(tags.setting('redirects'));
    const redirects = await readSetting(context.services.db.read, 'redirects', redirectsSchema);
    const found = findRedirect(redirects ?? [], path);
    if (!found) throw new Failure(codes.notFound, 'There is no redirect for this path.');
    return found;
  },
};
