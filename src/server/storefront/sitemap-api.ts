/** The sitemap: everything of the shop that has a page of its own. */
import { promotionPath } from '#lib/pages/addresses.ts';
import { tags } from '../cache/tags.ts';
import type { Context, Handlers } from '../core/handler.ts';
import { readPictures } from '../media/pictures-store.ts';
import { isListed } from '../promotions/promotion.ts';
import { activePromotions } from '../promotions/read-active.ts';
import { listSitemapFiles, readSitemapFile, type SitemapEntry } from './sitemap-store.ts';

export const sitemapHandlers: Handlers = {
  'GET /api/v1/storefront/sitemap': async ({ query }, context) => {
    const db = context.services.db.read;
    context.tag(tags.catalog);
    if (!query.kind) {
      const files = await listSitemapFiles(db);
      const hasPromotions = (await promotionEntries(context)).length > 0;
      return {
        files: hasPromotions ? [...files, { kind: 'promotions', page_num: 1 }] : files,
        entries: [],
      };
    }
    const entries =
      query.kind === 'promotions'
        ? await promotionEntries(context)
        : await readSitemapFile(db, query.kind, query.page_num);
    const pictures = await readPictures(
      db,
      entries.flatMap((entry) => entry.mediaId ?? []),
    );
    return {
      files: [],
      entries: entries.map(({ path, updatedAt, mediaId }) => ({
        path,
        updated_at: updatedAt,
        picture: (mediaId && pictures.get(mediaId)) || null,
      })),
    };
  },
};

/** Pages of the promotions that hold now. */
async function promotionEntries(context: Context): Promise<SitemapEntry[]> {
  const listed = (await activePromotions(context)).filter((promotion) => isListed(promotion, context.now));
  const byAddress = new Map(listed.map(({ seoUrl, startsAt }) => [seoUrl, startsAt]));
  byAddress.delete('');
  return [...byAddress].map(([seoUrl, updatedAt]) => ({
    path: promotionPath(seoUrl),
    updatedAt,
    mediaId: null,
  }));
}
