/** Syncs the stored promotions with promotions.json, which is the complete list. */
import { purge } from '../cache/purges-store.ts';
import { tags } from '../cache/tags.ts';
import { readShopCurrency } from '../catalog/currency-store.ts';
import { readFormerIds } from '../core/former-handles-store.ts';
import { checkValue, describeProblem, type SchemaProblem } from '../core/schema-problem.ts';
import { chunk } from '../db/chunk.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import {
  createPlaceholderResolver,
  type NameResolver,
  type PromotionDraft,
  promotionsFileSchema,
} from './promotions-file.ts';

/** Lists the errors in promotions.json, one sentence each: invalid values, and products, variants or collections that do not exist. */
export class PromotionsError extends Error {
  override name = 'PromotionsError';
  readonly reasons: readonly string[];

  constructor(problems: readonly SchemaProblem[], file: unknown) {
    const reasons = problems.map((problem) => describeProblem(problem, file));
    super(reasons.join('\n'));
    this.reasons = reasons;
  }
}

/**
 * Parses promotions.json.
 * @throws PromotionsError
 */
export function parsePromotions(file: unknown, names: NameResolver): PromotionDraft[] {
  const { data, problems } = checkValue(promotionsFileSchema(names), file);
  if (problems) throw new PromotionsError(problems, file);
  return data as PromotionDraft[];
}

/**
 * Saves the promotions in promotions.json, matched by seo_url, and stops stored promotions that the file no longer contains. Usage
 * counts are kept.
 * @returns seo_urls of the changed promotions
 * @throws PromotionsError
 */
export async function savePromotions(trx: Transaction, file: unknown, now: number): Promise<string[]> {
  const drafts = parsePromotions(file, await readNames(trx, file));
  const changed: string[] = [];
  for (const draft of drafts) if (await saveOne(trx, draft, now)) changed.push(draft.seo_url);
  const stopped = await trx
    .updateTable('promotions')
    .set({ status: 2, updated_at: now })
    .where('status', '=', 1)
    .$if(drafts.length > 0, (query) =>
      query.where(
        'seo_url',
        'not in',
        drafts.map((draft) => draft.seo_url),
      ),
    )
    .returning('seo_url')
    .execute();
  changed.push(...stopped.map((row) => row.seo_url));
  if (changed.length > 0) await purge(trx, [tags.promotions], now);
  return changed;
}

async function saveOne(trx: Transaction, draft: PromotionDraft, now: number): Promise<boolean> {
  const values = {
    ...draft,
    range_ids: JSON.stringify(draft.range_ids),
    rules: JSON.stringify(draft.rules),
    json_config: JSON.stringify(draft.json_config),
  };
  const stored = await trx
    .selectFrom('promotions')
    .selectAll()
    .where('seo_url', '=', draft.seo_url)
    .orderBy('id')
    .executeTakeFirst();
  if (!stored) {
    await trx
      .insertInto('promotions')
      .values({ ...values, used_count: 0, updated_at: now })
      .execute();
    return true;
  }
  const isSame = Object.entries(values).every(
    ([name, value]) => stored[name as keyof typeof values] === value,
  );
  if (isSame) return false;
  await trx
    .updateTable('promotions')
    .set({ ...values, updated_at: now })
    .where('id', '=', stored.id)
    .execute();
  return true;
}

/** Looks up the ids of the products, variants and collections that promotions.json refers to by handle or SKU. */
async function readNames(trx: Queryable, file: unknown): Promise<NameResolver> {
  const { missing, ...names } = createPlaceholderResolver();
  parsePromotions(file, names);
  const products = new Map<string, number>();
  for (const piece of chunk([...missing.product.keys()])) {
    const rows = await trx
      .selectFrom('products')
      .select(['handle', 'id'])
      .where('handle', 'in', piece)
      .where('deleted_at', 'is', null)
      .execute();
    for (const row of rows) products.set(row.handle, row.id);
    const missing = piece.filter((handle) => !products.has(handle));
    for (const [handle, id] of await readFormerIds(trx, 'products', missing)) products.set(handle, id);
  }
  const variants = new Map<string, number>();
  for (const piece of chunk([...missing.variant.keys()])) {
    const rows = await trx
      .selectFrom('variants')
      .select(['sku', 'id'])
      .where('sku', 'in', piece)
      .where('deleted_at', 'is', null)
      .orderBy('id', 'desc')
      .execute();
    for (const row of rows) variants.set(row.sku, row.id);
  }
  const collections = await trx.selectFrom('collections').select(['handle', 'id']).execute();
  const collectionIds = new Map(collections.map((row) => [row.handle, row.id]));
  return {
    currency: await readShopCurrency(trx),
    product: (handle) => products.get(handle) ?? null,
    variant: (sku) => variants.get(sku) ?? null,
    collection: (handle) => collectionIds.get(handle) ?? null,
  };
}
