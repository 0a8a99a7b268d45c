/** Fills in delivery days in the texts of a merchant's folder, and warns about texts with fixed delivery days. */
import { join } from 'node:path';
import { shippingSchema } from '../checkout/settings.ts';
import { collectTexts, fillDays, findFixedDeliveryDays, mapStrings } from './delivery-placeholders.ts';
import type { FileErrors } from './file-error.ts';
import type { ShopFolder } from './read-folder.ts';

/**
 * Returns the theme, pages and articles with their placeholders for delivery days filled in.
 * @param stored the shop's shipping setting, used if the folder has none
 * @param errors receives each unknown placeholder
 */
export function withDeliveryDays<Look>(
  folder: string,
  files: ShopFolder,
  look: Look,
  stored: unknown,
  errors: FileErrors,
): { files: ShopFolder; look: Look } {
  const shipping = files.settings.find(([key]) => key === 'shipping')?.[1] ?? stored;
  const parsed = shippingSchema.safeParse(shipping);
  // Errors in the shipping setting have already been reported. Without valid days, leave the texts unchanged.
  if (!parsed.success) return { files, look };
  const methods = parsed.data.zones.flatMap((zone) => zone.methods.map(({ id }) => id));
  const filled = <Value>(path: string, value: Value) => {
    const note = (mark: string) => {
      const list = mark.startsWith('{days:') ? `; its methods are ${methods.join(', ')}` : '';
      errors.add(join(folder, path), [
        `Unknown placeholder "${mark}": the setting "shipping" has no such days${list}.`,
      ]);
    };
    return mapStrings(value, (text) => fillDays(text, parsed.data, note)) as Value;
  };
  const texts = <Draft extends { handle: string }>(kind: string, drafts: Draft[]) =>
    drafts.map((draft) => filled(join(kind, `${draft.handle}.txt`), draft));
  return {
    files: {
      ...files,
      pages: texts('pages', files.pages),
      articles: texts('articles', files.articles),
    },
    look: filled('theme.json', look),
  };
}

/** Returns a warning for each text with fixed delivery days, which become wrong when the shipping setting changes. */
export function listFixedDaysWarnings({ pages, articles, settings }: ShopFolder, look: unknown): string[] {
  const texts = [
    ...collectTexts(look, 'theme.json: '),
    ...settings.flatMap(([key, value]) => collectTexts(value, `${key}: `)),
    ...pages.flatMap((page) => collectTexts(page, `pages/${page.handle}.txt: `)),
    ...articles.flatMap((article) => collectTexts(article, `articles/${article.handle}.txt: `)),
  ];
  return texts.flatMap(({ place, text }) => {
    const phrases = findFixedDeliveryDays(text).map((found) => `"${found}"`);
    if (phrases.length === 0) return [];
    const where = place.replace(': .', ', ');
    return [
      `${where} contains fixed delivery days: ${phrases.join(', ')}. Use {processing}, {customised}, {handling} or {days:METHOD} from the setting "shipping" instead, or remove them`,
    ];
  });
}
