/** Sets up the shop in an empty database from a folder (by default the demo shop), with the same functions as the CLI commands. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { importProducts } from '../catalog/csv/import-products.ts';
import { describeProblem } from '../catalog/csv/problems.ts';
import type { Services } from '../core/services.ts';
import { trackProgress } from '../core/track-progress.ts';
import type { Transaction } from '../db/database.ts';
import { applyFolder, applyPromotions } from './apply-folder.ts';
import { addReviews } from './reviews-file.ts';

/** Folder with the shop's files; initially it contains the demo shop. */
export const demoFolder = fileURLToPath(new URL('../../../shop/', import.meta.url));

/** Key of the row in `settings` with which a process claims the setup. */
const key = 'seed';

const seedState = z.object({ state: z.enum(['running', 'done']), by: z.string(), until: z.number() });

/** Time in ms after which another process may take over an unfinished setup, because the first process is considered dead. */
const claimMs = 120_000;

/**
 * Sets up the shop from a folder, unless the shop was set up before or has products; with `DEMO=off` it stays empty. Safe if
 * several processes start at once: one does the work and the others wait. If the working process is killed, another one takes over,
 * and nothing is imported twice.
 * @throws FileError with all errors of the folder, as in `apply`
 */
export async function ensureShop(services: Services, folder: string = demoFolder): Promise<void> {
  const me = randomUUID();
  for (;;) {
    const claim = await services.db.transaction((trx) => claimSeed(trx, me, Date.now()));
    if (claim === 'done') return;
    if (claim === 'mine') break;
    await sleep(200);
  }
  if (!services.env.DEMO) {
    await endClaim(services, stateOf('done', me, 0));
    services.log.info({ demo: 'off' }, 'shop setup skipped');
    return;
  }
  try {
    await setUp(services, folder);
  } catch (error) {
    // Release the claim, so that the next start retries immediately.
    await endClaim(services, stateOf('running', me, 0));
    throw error;
  }
  await endClaim(services, stateOf('done', me, 0));
}

async function setUp(services: Services, folder: string): Promise<void> {
  const { log } = services;
  log.info({ folder }, 'shop setup started');
  await applyFolder(services, folder, { isFirst: true });
  const products = join(folder, 'products.csv');
  if (!existsSync(products)) {
    log.warn({ file: products }, 'product file missing');
    return;
  }
  const label = {
    title: 'Importing',
    unit: 'rows',
    printLine: (progress: string) => log.info({ progress }, 'product import running'),
  };
  const report = await trackProgress(label, (onProgress) =>
    importProducts(services, products, { onProgress }),
  );
  for (const problem of report.problems)
    log.warn({ problem: describeProblem(problem) }, 'product import incomplete');
  await applyPromotions(services, folder);
  await addReviews(services, join(folder, 'reviews.json'));
  log.info({ products: report.created }, 'shop setup finished');
}

async function endClaim({ db }: Services, value: string): Promise<void> {
  await db.write.updateTable('settings').set({ value }).where('key', '=', key).execute();
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
  const claimResult = await trx
    .updateTable('settings')
    .set({ value: stateOf('running', me, now + claimMs), updated_at: now })
    .where('key', '=', key)
    .where('value', '=', value)
    .executeTakeFirst();
  return claimResult.numUpdatedRows === 1n ? 'mine' : 'taken';
}

function stateOf(state: 'running' | 'done', by: string, until: number): string {
  return JSON.stringify({ state, by, until });
}
