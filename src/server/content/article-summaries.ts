import type { ArticleSummary } from '#lib/contract/storefront.ts';
import { tags } from '../cache/tags.ts';
import type { Context } from '../core/handler.ts';
import { readImagesById } from '../media/images-store.ts';
import type { ArticleRecord } from './articles-store.ts';

/** Returns summaries of articles with their images, in the given order, and registers the cache tag of each article. */
export async function toArticleSummaries(
  context: Context,
  articles: readonly ArticleRecord[],
): Promise<ArticleSummary[]> {
  context.tag(...articles.map((article) => tags.article(article.id)));
  const mediaIds = articles.flatMap((article) => article.mediaId ?? []);
  const pictures = await readImagesById(context.services.db.read, mediaIds);
  return articles.map((article) => {
    const picture = article.mediaId === null ? undefined : pictures.get(article.mediaId);
    return {
      id: article.id,
      blog_id: article.blogId,
      title: article.title,
      seo_url: article.handle,
      summary: article.summary,
      picture: picture ? { ...picture, alt: article.title } : null,
      author: article.author,
      published_at: article.publishedAt,
    };
  });
}
