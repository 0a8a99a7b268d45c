/** Brings the shop in line with a merchant's folder (`npm run shop -- apply DIR`). */
import { join } from 'node:path';
import { z } from 'zod';
import { purge } from '../cache/purges-store.ts';
import { tags } from '../cache/tags.ts';
import { saveCollections } from '../catalog/collections-store.ts';
import { readShopCurrency } from '../catalog/currency-store.ts';
import { fillByTag } from '../catalog/fill-by-tag-store.ts';
import { thresholdWarning } from '../checkout/free-threshold.ts';
import { readDeliverySettings, readLoginRule } from '../checkout/settings.ts';
import { renameFolded, saveArticle, savePage } from '../content/pages-store.ts';
import { foldedHandle } from '../core/handles.ts';
import type { Services } from '../core/services.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { type LoadPicture, pictureSources } from '../media/picture-sources.ts';
import { chunk } from '../media/pictures-store.ts';
import { savePromotions } from '../promotions/save-promotions.ts';
import { synonymSettings, unspokenLanguages } from '../search/synonyms.ts';
import { readSetting, writeSetting } from '../settings/store.ts';
import { checkTheme } from '../theme/load-theme.ts';
import { settingSchemas } from '../theme/settings.ts';
import { readTheme } from '../theme/store.ts';
import { type CurrencyChange, changeCurrency, hasAmounts } from './change-currency.ts';
import { daysStated, withDays } from './delivery-texts.ts';
import { readLanguages, withLanguages } from './language-files.ts';
import { leftInShop } from './left-in-shop.ts';
import { BadFile, readJson, readShopFolder, type ShopFolder } from './read-folder.ts';
import { shopSettings } from './setting-schemas.ts';

/**
 * Checks every file, then writes what is different, all in one transaction. A file that is refused changes nothing;
 * pictures that were read until then stay stored, unused. A collection that is new, or has a new tag, is filled.
 * @param withPromotions false where products come later: promotions name them
 * @param rate of the former own currency in the new one where the folder changes it, as a plain decimal; '1' keeps the numbers
 * @param warn is told what holds, but surely is not meant so, and what stands in the shop and not in the folder
 * @returns what changed, a plain line each
 * @throws BadFile with path and reason
 */
export async function applyFolder(
  services: Services,
  folder: string,
  { withPromotions = true, rate = '', warn = (sentence: string) => services.log.warn(sentence) } = {},
): Promise<string[]> {
  const load = pictureSources(services, folder);
  const written = await readShopFolder(folder, load);
  const said = withLanguages(written.theme, await readLanguages(join(folder, 'languages')));
  const { shipping } = await readDeliverySettings(services.db.read);
  const { files, look } = withDays(folder, written, said, shipping);
  // Ids of collections that are yet to be made do not matter for the check.
  const planned = new Map(files.collections.map((collection) => [collection.handle, 1]));
  const stored = await collectionIds(services.db.read);
  const themed = await themeSettings(folder, look, load, new Map([...planned, ...stored]));
  const promotions = withPromotions ? await readPromotionsFile(folder) : null;
  const now = services.now();

  const changed = await services.db.transaction(async (trx) => {
    const collections = await writeCollections(trx, files, now);
    // The check above has loaded every picture: nothing outside the database is waited for in here.
    const theme = await themeSettings(folder, look, load, await collectionIds(trx));
    const currency = await readShopCurrency(trx);
    const isUsed = await hasAmounts(trx);
    const lines = [
      ...collections,
      ...(await writeTexts(trx, files, now)),
      ...(await writeSettings(trx, theme, settingSchemas, now)),
    ];
    const change = { from: currency, to: await readShopCurrency(trx), rate };
    if (change.from !== change.to && isUsed) {
      if (rate === '') throw new BadFile(join(folder, 'theme.json'), refusedCurrency(change));
      const keys = [...theme, ...files.settings].map(([key]) => key);
      await changeCurrency(trx, change, new Set(keys), now);
      lines.push(
        `all prices: ${change.from} to ${change.to} at ${rate}; amounts in the folder's files count as ${change.to}`,
      );
    }
    lines.push(
      ...(await writeSettings(trx, files.settings, shopSettings, now)),
      ...(await writePromotions(trx, folder, promotions, now)),
    );
    await refuseLockedCheckout(trx, folder);
    await refuseUnspoken(trx, folder);
    return lines;
  });
  if (rate !== '' && !changed.some((line) => line.startsWith('all prices: ')))
    warn('The folder does not change the own currency of the shop: no price was converted.');
  const warning = await thresholdWarning(services.db.read);
  if (warning !== '') warn(warning);
  for (const sentence of daysStated(written, said)) warn(sentence);
  const themeKeys = themed.map(([key]) => key);
  for (const sentence of await leftInShop(services.db.read, files, themeKeys)) warn(sentence);
  return changed;
}

/**
 * Brings only the promotions in line: a new shop imports the products they name after its folder.
 * @returns what changed, a plain line each
 * @throws BadFile with path and reason; nothing is changed then
 */
export async function applyPromotions(services: Services, folder: string): Promise<string[]> {
  const file = await readPromotionsFile(folder);
  return services.db.transaction((trx) => writePromotions(trx, folder, file, services.now()));
}

function refusedCurrency({ from, to }: CurrencyChange): string {
  return (
    `"currency" would change the shop's own currency from ${from} to ${to}, and its prices are in ${from}. ` +
    `Apply the folder again with --convert=RATE, what one ${from} is in ${to}, to calculate all prices anew, ` +
    `or with --keep-amounts to keep the numbers: 28.00 ${from} is 28.00 ${to} then. Nothing was changed.`
  );
}

const promotionsPath = (folder: string) => join(folder, 'promotions.json');

function readPromotionsFile(folder: string): Promise<unknown> {
  return readJson(promotionsPath(folder));
}

/** @param file null for none: then nothing is changed */
async function writePromotions(
  trx: Transaction,
  folder: string,
  file: unknown,
  now: number,
): Promise<string[]> {
  if (file === null) return [];
  try {
    return (await savePromotions(trx, file, now)).map((name) => `promotion ${name}`);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw new BadFile(promotionsPath(folder), z.prettifyError(error).replaceAll('\n', ' '));
  }
}

async function themeSettings(
  folder: string,
  theme: unknown,
  load: LoadPicture,
  idOf: ReadonlyMap<string, number>,
): Promise<[string, unknown][]> {
  if (theme === null) return [];
  try {
    return await checkTheme(theme, {
      picture: (file) => load(`media/${file}`),
      collection: (handle) => idOf.get(handle) ?? null,
    });
  } catch (error) {
    throw new BadFile(join(folder, 'theme.json'), (error as Error).message);
  }
}

/** A shop without accounts that demands a login at checkout sells nothing. */
async function refuseLockedCheckout(trx: Transaction, folder: string): Promise<void> {
  if (!(await readLoginRule(trx)) || (await readTheme(trx, 'shop')).hasAccounts) return;
  const reason = '"checkoutLogin": nobody could buy, for the shop has no accounts to log in to';
  throw new BadFile(join(folder, 'settings.json'), `${reason} ("shop.hasAccounts" of theme.json is false)`);
}

/** Synonyms of a language that the shop does not speak are never looked up, which surely is a slip of the pen. */
async function refuseUnspoken(trx: Transaction, folder: string): Promise<void> {
  const synonyms = (await readSetting(trx, 'synonyms', synonymSettings)) ?? {};
  const spoken = (await readTheme(trx, 'languages')).languages.map(({ lang }) => lang);
  const [unspoken] = unspokenLanguages(synonyms, spoken);
  if (unspoken === undefined) return;
  const reason = `"${unspoken}" is no language of the shop; it speaks ${spoken.join(', ')}.`;
  throw new BadFile(join(folder, 'synonyms.json'), reason);
}

async function collectionIds(db: Queryable): Promise<Map<string, number>> {
  const rows = await db.selectFrom('collections').select(['handle', 'id']).execute();
  return new Map(rows.map((row) => [row.handle, row.id]));
}

async function writeCollections(
  trx: Transaction,
  { collections }: ShopFolder,
  now: number,
): Promise<string[]> {
  const before = new Map((await ruledCollections(trx)).map(({ id, ruleTag }) => [id, ruleTag]));
  const ids = await saveCollections(trx, collections, now);
  if (ids.length === 0) return [];
  await purge(trx, [tags.catalog, ...ids.map(tags.collection)], now);
  const after = await ruledCollections(trx);
  const toFill = after.filter(({ id, ruleTag }) => ruleTag !== '' && before.get(id) !== ruleTag);
  const moved = toFill.length > 0 ? await fillByTag(trx, toFill) : [];
  if (moved.length > 0) await purge(trx, [tags.promotions], now);
  for (const piece of chunk(moved)) await purge(trx, piece.map(tags.product), now);
  return after.filter(({ id }) => ids.includes(id)).map(({ handle }) => `collection ${handle}`);
}

function ruledCollections(trx: Transaction) {
  return trx
    .selectFrom('collections')
    .select(['id', 'handle', 'rule_tag as ruleTag'])
    .orderBy('id')
    .execute();
}

const handleOf = ({ handle }: { handle: string }) => handle;

async function writeTexts(trx: Transaction, { pages, articles }: ShopFolder, now: number): Promise<string[]> {
  const lines: string[] = [];
  const stale: string[] = [];
  const named = { pages: new Set(pages.map(handleOf)), articles: new Set(articles.map(handleOf)) };
  const renameTo = async (table: keyof typeof named, handle: string) => {
    const folded = foldedHandle(handle);
    return named[table].has(folded) ? null : renameFolded(trx, table, { folded, handle });
  };
  for (const page of pages) {
    const renamed = await renameTo('pages', page.handle);
    const id = (await savePage(trx, page, now)) ?? renamed;
    if (id === null) continue;
    lines.push(`page ${page.handle}`);
    stale.push(tags.page(id), tags.catalog);
  }
  for (const article of articles) {
    const renamed = await renameTo('articles', article.handle);
    const id = (await saveArticle(trx, article)) ?? renamed;
    if (id === null) continue;
    lines.push(`article ${article.handle}`);
    stale.push(tags.article(id), tags.catalog);
  }
  await purge(trx, stale, now);
  return lines;
}

async function writeSettings(
  trx: Transaction,
  settings: readonly (readonly [string, unknown])[],
  schemas: Readonly<Record<string, z.ZodType>>,
  now: number,
): Promise<string[]> {
  const lines: string[] = [];
  for (const [key, value] of settings) {
    const row = await trx.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
    if (row?.value === JSON.stringify(value)) continue;
    await writeSetting(trx, key, schemas[key] as z.ZodType<unknown, unknown>, value, now);
    lines.push(`setting ${key}${row ? changedFields(JSON.parse(row.value), value) : ''}`);
  }
  return lines;
}

/** `: menuHeight, logoUrl` where both are objects, to say what of a setting changed. */
function changedFields(before: unknown, after: unknown): string {
  if (![before, after].every((value) => typeof value === 'object' && value && !Array.isArray(value)))
    return '';
  const [old, now] = [before as Record<string, unknown>, after as Record<string, unknown>];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  const changed = names.filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]));
  return changed.length > 0 ? `: ${changed.join(', ')}` : '';
}
