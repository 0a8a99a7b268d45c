/** Endpoint for the sitemap, which lists everything in the shop that has a page. */
import { escapeHtml } from '#lib/escape-html.ts';
import { getLanguagePrefix } from '#lib/language/path.ts';
import { promotionPath } from '#lib/pages/paths.ts';
import { entriesPerFile } from '#lib/pages/sitemap.ts';
import { tags } from '../cache/tags.ts';
import type { Context, Handlers } from '../core/handler.ts';
import { readImagesById } from '../media/images-store.ts';
import { isAdvertised } from '../promotions/promotion.ts';
import { readActivePromotions } from '../promotions/read-active-promotions.ts';
import { readThemeSetting } from '../theme/store.ts';
import { readEntries, readProductExtent, readSitemapProducts, type SitemapEntry } from './sitemap-store.ts';

/** Types of sitemap entries that are read completely and then split into files. */
const listedKinds = ['collections', 'articles', 'pages', 'promotions'] as const;

export const sitemapHandlers: Handlers = {
  'GET /api/v1/storefront/sitemap': async ({ query: { kind, page_num } }, context) => {
    const db = context.services.db.read;
    context.tag(tags.catalog, tags.setting('shop'), tags.setting('languages'));
    const entriesThatFit = await fileSize(context);
    const allOf = (one: (typeof listedKinds)[number]) =>
      one === 'promotions' ? promotionEntries(context) : readEntries(db, one);
    if (!kind) {
      const { last, longestPath: maxPathLength } = await readProductExtent(db);
      const counts = await Promise.all(
        listedKinds.map(async (one) => {
          const entries = await allOf(one);
          return { kind: one, files: entries.length / entriesThatFit(maxPathLengthOf(entries)) };
        }),
      );
      const products = { kind: 'products' as const, files: last / entriesThatFit(maxPathLength) };
      const files = [products, ...counts].flatMap((one) =>
        Array.from({ length: Math.ceil(one.files) }, (_, at) => ({ kind: one.kind, page_num: at + 1 })),
      );
      return { files, entries: [] };
    }
    const entries =
      kind === 'products'
        ? await readSitemapProducts(db, page_num, entriesThatFit((await readProductExtent(db)).longestPath))
        : pageOf(await allOf(kind), page_num, entriesThatFit);
    const pictures = await readImagesById(
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

/** Returns how many entries fit into a sitemap file, given the length of the longest path. */
type FileSize = (maxPathLength: number) => number;

async function fileSize({ services }: Context): Promise<FileSize> {
  const { read } = services.db;
  const [shop, { languages }] = await Promise.all([
    readThemeSetting(read, 'shop'),
    readThemeSetting(read, 'languages'),
  ]);
  const spoken = [...new Set([shop.lang, ...languages.map(({ lang }) => lang)])];
  const forms = spoken.map((lang) => ({ lang, name: '', prefix: getLanguagePrefix(lang, shop.lang) }));
  return (maxPathLength) => entriesPerFile(services.env.SITE_URL, maxPathLength, forms);
}

const maxPathLengthOf = (entries: readonly SitemapEntry[]) =>
  entries.reduce((maxLength, { path }) => Math.max(maxLength, escapeHtml(path).length), 0);

function pageOf(entries: readonly SitemapEntry[], page: number, entriesThatFit: FileSize): SitemapEntry[] {
  const size = entriesThatFit(maxPathLengthOf(entries));
  return entries.slice((page - 1) * size, page * size);
}

/** Returns the sitemap entries of the promotions list and of each active promotion; empty if there are no active promotions. */
async function promotionEntries(context: Context): Promise<SitemapEntry[]> {
  const listed = (await readActivePromotions(context)).filter((promotion) =>
    isAdvertised(promotion, context.now),
  );
  const byAddress = new Map(listed.map(({ seoUrl, startsAt }) => [seoUrl, startsAt]));
  byAddress.delete('');
  if (byAddress.size === 0) return [];
  const pages = [...byAddress].map(([seoUrl, updatedAt]) => ({ path: promotionPath(seoUrl), updatedAt }));
  const list = { path: '/promotions', updatedAt: Math.max(...byAddress.values()) };
  return [list, ...pages].map((entry) => ({ ...entry, mediaId: null }));
}
