/** Fills an empty database with the demo shop, through the same doors a merchant uses. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { importProducts } from '../catalog/csv/import-products.ts';
import { describeProblem } from '../catalog/csv/problems.ts';
import type { Services } from '../core/services.ts';
import type { Transaction } from '../db/database.ts';
import { applyFolder, applyPromotions } from './apply-folder.ts';
import { addReviews } from './reviews-file.ts';

/** Where the demo merchant's files are. */
export const demoFolder = fileURLToPath(new URL('../../../shop/', import.meta.url));

/** Row of `settings` by which processes agree who seeds. */
const key = 'seed';

const seedState = z.object({ state: z.enum(['running', 'done']), by: z.string(), until: z.number() });

/** After so long without an end the process that seeds counts as dead, and another begins anew. */
const claimMs = 120_000;

/**
 * Seeds the demo shop unless the database has been seeded or has products. Safe when several processes start at once:
 * one seeds, the others wait for it; one that is killed meanwhile is replaced, and nothing is in the shop twice.
 * @throws Error when the demo shop's own files are bad
 */
export async function ensureShop(services: Services, folder: string = demoFolder): Promise<void> {
  const me = randomUUID();
  for (;;) {
    const claim = await services.db.transaction((trx) => claimSeed(trx, me, Date.now()));
    if (claim === 'done') return;
    if (claim === 'mine') break;
    await sleep(200);
  }
  services.log.info('The shop is empty: the demo shop is being set up');
  await applyFolder(services, folder, { withPromotions: false });
  const report = await importProducts(services, join(folder, 'products.csv'));
  if (report.problemCount > 0) {
    throw new Error(`The demo shop does not fit:\n${report.problems.map(describeProblem).join('\n')}`);
  }
  await applyPromotions(services, folder);
  await addReviews(services, join(folder, 'reviews.json'));
  await services.db.write
    .updateTable('settings')
    .set({ value: stateOf('done', me, 0) })
    .where('key', '=', key)
    .execute();
  services.log.info(`The demo shop is ready: ${report.created} products`);
}

async function claimSeed(trx: Transaction, me: string, now: number): Promise<'mine' | 'done' | 'taken'> {
  const inserted = await trx
    .insertInto('settings')
    .values({ key, value: stateOf('running', me, now + claimMs), updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 1n) {
    const product = await trx.selectFrom('products').select('id').limit(1).executeTakeFirst();
    if (!product) return 'mine';
    await trx
      .updateTable('settings')
      .set({ value: stateOf('done', me, 0) })
      .where('key', '=', key)
      .execute();
    return 'done';
  }
  const { value } = await trx
    .selectFrom('settings')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  const stored = seedState.parse(JSON.parse(value));
  if (stored.state === 'done') return 'done';
  if (stored.until > now) return 'taken';
  const taken = await trx
    .updateTable('settings')
    .set({ value: stateOf('running', me, now + claimMs), updated_at: now })
    .where('key', '=', key)
    .where('value', '=', value)
    .executeTakeFirst();
  return taken.numUpdatedRows === 1n ? 'mine' : 'taken';
}

function stateOf(state: 'running' | 'done', by: string, until: number): string {
  return JSON.stringify({ state, by, until });
}
