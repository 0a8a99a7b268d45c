/**
 * A purchase, an account and the reports take as long with 100,000 orders as with 100: response times must not grow with
 * history. The query plans are checked strictly, the times loosely, so that no run on a busy machine fails. For the figures,
 * run `npm run bench -- --only orders`.
 */
import { expect, it } from 'vitest';
import { median } from '../../../bench/median.ts';
import { buy, createAccountShop, registerVerified } from '../customers/fixture.ts';
import { closeAtEnd } from '../harness/clean-up.ts';
import { assertPlans, closePlans, planOn } from '../harness/plans/record-plans.ts';
import { shopCommandLines } from '../harness/shop-command.ts';
import type { TestShop } from '../harness.ts';
import { copiedTables, copyOrder } from './copied-orders.ts';

const rounds = 12;

async function openShop(count: number) {
  const shop = await createAccountShop();
  await shop.db.write.updateTable('variants').set({ stock: 1_000_000 }).execute();
  const { orderNo } = await buy(shop, shop.visitor(), 'first@example.com');
  await copyOrder(shop.db, orderNo, count);
  const { count: orders } = await shop.db.read
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(Number(orders)).toBe(count + 1);
  const customer = await registerVerified(shop);
  await buy(shop, customer);
  return { shop, customer };
}

type Opened = Awaited<ReturnType<typeof openShop>>;

/** Tasks to run in both shops. A report may grow, up to `within` ms. */
const tasks: Record<string, { run: (opened: Opened) => Promise<unknown>; within?: number }> = {
  purchase: { run: ({ shop }) => buy(shop, shop.visitor(), 'bob@example.com') },
  'list of the customer’s orders': {
    run: async ({ customer }) =>
      expect((await customer.data('GET /api/v1/storefront/customer/orders')).total).toBe(1),
  },
  'the customer’s data': { run: ({ customer }) => customer.data('GET /api/v1/storefront/customer/export') },
  'list of the newest orders': { run: ({ shop }) => command(shop, 'orders', 'list'), within: 1_000 },
  'figures of the last days': { run: ({ shop }) => command(shop, 'report'), within: 2_000 },
  'list of emails': { run: ({ shop }) => command(shop, 'mails'), within: 1_000 },
};

/** Returns ms: CPU time for SQLite, which runs in this process, wall time for PostgreSQL. */
function clock({ db }: TestShop): number {
  const { user, system } = process.cpuUsage();
  return db.dialect === 'sqlite' ? (user + system) / 1000 : performance.now();
}

function command(shop: TestShop, ...args: string[]): Promise<string[]> {
  return shopCommandLines(shop, ...args);
}

it('costs a shopper no more after 100,000 orders than after 100', { timeout: 600_000 }, async () => {
  closeAtEnd(closePlans);
  const few = await openShop(100);
  const many = await openShop(100_000);

  // PostgreSQL has statistics here and may scan the few rows of a state; the API suite plans its statements without them.
  if (many.shop.db.dialect === 'sqlite') {
    await planOn(many.shop.databaseEnv.DATA_DIR, copiedTables);
    for (const { run } of Object.values(tasks)) await run(many);
    await assertPlans();
  }

  for (const [name, { run, within }] of Object.entries(tasks)) {
    const times: [few: number[], many: number[]] = [[], []];
    // Alternates, so that other load on the machine affects both.
    for (let round = 0; round < rounds * 2; round += 1) {
      const began = clock(many.shop);
      await run(round % 2 === 0 ? few : many);
      times[round % 2]?.push(clock(many.shop) - began);
    }
    const [before, after] = times.map(median) as [number, number];
    console.log(`${name}: ${before.toFixed(1)} ms after 100 orders, ${after.toFixed(1)} ms after 100,000`);
    if (within) expect.soft(after, name).toBeLessThan(within);
    else expect.soft(after, name).toBeLessThan(before * 2 + 5);
  }
});
