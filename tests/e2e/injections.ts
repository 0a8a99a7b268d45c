/** A shop with the texts of injected-texts.ts in every field that a merchant or a shopper can write. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { z } from 'zod';
import { saveCollections } from '#server/catalog/collections-store.ts';
import { addComment } from '#server/catalog/comments-store.ts';
import { csvLine } from '#server/catalog/csv/cells.ts';
import { columnHeaderFor, type Field } from '#server/catalog/csv/columns.ts';
import { importProducts } from '#server/catalog/csv/import-products.ts';
import { sanitiseHtml } from '#server/catalog/sanitise-html.ts';
import { saveArticle, savePage } from '#server/content/pages-store.ts';
import type { Services } from '#server/core/services.ts';
import { writeSetting } from '#server/settings/store.ts';
import { shopSettingSchemas } from '#server/shop/setting-schemas.ts';
import { settingSchemas } from '#server/theme/settings.ts';
import { injections } from '../injected-texts.ts';

/** Texts that can only be harmful as a URL and must be at the start of the field. */
const isAddress = /^\s*(?:java|vbscript|data:|expression|\/)/i;
/** Texts that swallow the HTML after them. */
const swallows = /^(?:<!--|-->|<iframe|<math)/;

/** All texts, several per string, so that few pages cover every text in every field. */
export const spoiledTexts: readonly string[] = (() => {
  const alone = injections.filter((text) => isAddress.test(text));
  const last = injections.filter((text) => swallows.test(text));
  const others = injections.filter((text) => !isAddress.test(text) && !swallows.test(text));
  const together = Array.from({ length: Math.ceil(others.length / 3) }, (_, at) => [
    ...others.slice(3 * at, 3 * at + 3),
    ...last.slice(at, at + 1),
  ]);
  return [...together.map((texts) => texts.join(' ')), ...alone];
})();

/** Returns the text for an index, starting over at the end. */
export const injection = (at: number) => spoiledTexts[at % spoiledTexts.length]!;

export const spoiledProduct = (at: number) => `spoiled-${at}`;

/** Keys whose values are codes or names that other data refer to. */
const isCode = /^(?:lang|currency|id|icon|type|handle|\$schema)$/;

/** Returns a copy of `value` with each string replaced by `next()` unless the schema rejects that. */
export function spoil<Value>(schema: z.ZodType, value: Value, next: () => string): Value {
  const whole = structuredClone({ value }) as Record<string, unknown>;
  const visit = (holder: Record<string, unknown>) => {
    for (const [key, child] of Object.entries(holder)) {
      if (typeof child === 'object' && child !== null) visit(child as Record<string, unknown>);
      if (typeof child !== 'string' || isCode.test(key)) continue;
      holder[key] = next();
      if (!schema.safeParse(whole.value).success) holder[key] = child;
    }
  };
  visit(whole);
  return whole.value as Value;
}

/** Puts the texts into every field of a filled shop. @returns the number of setting texts replaced */
export async function spoilShop(services: Services): Promise<number> {
  let count = 0;
  const next = () => injection(count++);
  const now = services.now();
  const stored = await services.db.read.selectFrom('settings').select(['key', 'value']).execute();
  const schemas: Record<string, z.ZodType> = { ...settingSchemas, ...shopSettingSchemas };
  await services.db.transaction(async (trx) => {
    for (const { key, value } of stored) {
      const schema = schemas[key];
      if (schema) await writeSetting(trx, key, schema, spoil(schema, JSON.parse(value), next), now);
    }
    await saveCollections(
      trx,
      spoiledTexts.map((text, at) => ({
        handle: `spoiled-${at}`,
        title: text,
        descriptionHtml: sanitiseHtml(text),
        ruleTag: at === 0 ? 'Spoiled' : '',
        seoTitle: injection(at + 1),
        seoDescription: injection(at + 2),
      })),
      now,
    );
    for (const [at, text] of spoiledTexts.entries()) {
      const words = {
        handle: `spoiled-${at}`,
        title: text,
        body_html: sanitiseHtml(`<p>${injection(at + 1)}</p>${injection(at + 2)}`),
        seo_title: injection(at + 3),
        seo_description: injection(at + 4),
      };
      await savePage(trx, { ...words, is_indexed: 1 }, now);
      const article = { ...words, summary: injection(at + 5), author: injection(at + 6) };
      await saveArticle(trx, { ...article, media_id: null, published_at: now - at });
    }
    const promotions = await trx.selectFrom('promotions').select('id').orderBy('id').execute();
    for (const { id } of promotions)
      await trx.updateTable('promotions').set({ title: next() }).where('id', '=', id).execute();
  });
  await importSpoiledProducts(services);
  return count;
}

async function importSpoiledProducts(services: Services): Promise<void> {
  const folder = join(services.env.DATA_DIR, 'spoiled');
  mkdirSync(folder);
  symlinkSync(resolve('shop/media'), join(folder, 'media'));
  const lines = spoiledTexts.flatMap((text, at) => {
    const word = (step: number) => injection(at + step);
    const plain = (step: number) => word(step).trim();
    const first: Partial<Record<Field, string>> = {
      title: text,
      description: `<p>${word(1)}</p>${word(2)}`,
      vendor: word(3),
      type: word(4),
      tags: `Spoiled, ${word(5).replaceAll(',', ' ')}`,
      seoTitle: word(6),
      seoDescription: word(7),
      option1Name: plain(8),
      option1Value: plain(9),
      image: 'media/mug/main-oat.webp',
      imagePosition: '1',
      imageAlt: word(10),
      // A card offers its options in place only for products without customisation.
      customOptions: JSON.stringify(
        at % 2 === 0
          ? []
          : [
              { type: 1, name: `words${at}`, label: word(11), others: { fill: '#7a2e1d' } },
              { type: 6, name: `finish${at}`, label: word(12), values: [{ value: word(13) }] },
            ],
      ),
      others: JSON.stringify({ tabs: [{ title: word(14), html: word(15) }], size_guide: word(16) }),
    };
    const base = { handle: spoiledProduct(at), published: 'TRUE', price: '20.00', quantity: '9' };
    return [
      { ...base, ...first, sku: injections[2 * at]! },
      { ...base, option1Value: `${plain(17)} other`, sku: injections[2 * at + 1]! },
    ];
  });
  const columns = [...new Set(lines.flatMap((line) => Object.keys(line) as Field[]))];
  const rows = lines.map((line: Partial<Record<Field, string>>) =>
    csvLine(columns.map((column) => line[column] ?? '')),
  );
  const file = join(folder, 'products.csv');
  writeFileSync(file, [csvLine(columns.map(columnHeaderFor)), ...rows].join(''));
  const report = await importProducts(services, file);
  if (report.problemCount > 0) throw new Error(JSON.stringify(report.problems, null, 1));
  const products = await services.db.read
    .selectFrom('products')
    .select('id')
    .where('handle', 'like', 'spoiled-%')
    .execute();
  await services.db.transaction(async (trx) => {
    for (const [at, { id }] of products.entries()) {
      const text = { nickname: injection(at + 1), content: injection(at), images: [], star: 4, email: '' };
      const comment = { ...text, productId: id, status: 'published' as const, isVerified: false };
      await addComment(trx, { ...comment, createdAt: services.now() }, services.now());
    }
  });
}
