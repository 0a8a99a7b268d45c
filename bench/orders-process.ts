/**
 * Runs in its own process to measure only its own CPU: orders placed and paid through the API, each with its email job, compared
 * with bare transactions of one INSERT on the same database. No mail server, so sending is not measured. Prints `{orderCpu,
 * orderWall, insertCpu, insertWall}` in ms for each run. Arguments: orders per run, default 100; number of older orders in the
 * shop, default 0.
 */

import { createApp } from '#server/api/app.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { jobHandlers } from '#server/jobs/table.ts';
import { settleCapturedPayment } from '#server/payments/attempts/settle.ts';
import { Worker } from '#server/queue/worker.ts';
import { ensureShop } from '#server/shop/ensure-shop.ts';
import { idleProvider } from '../tests/api/harness/idle-provider.ts';
import { makeWorld } from '../tests/api/harness/services.ts';
import { Visitor } from '../tests/api/harness/visitor.ts';
import { copyOrder } from '../tests/api/orders/copied-orders.ts';

const count = Number(process.argv[2] ?? 100);
const older = Number(process.argv[3] ?? 0);
const env = Object.fromEntries(
  ['DATA_DIR', 'DATABASE_URL'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
) as { DATA_DIR: string; DATABASE_URL?: string };
const db = await openDatabase(env, { poolSize: 4 });
await migrate(db);
const { services, payments } = makeWorld(db, env, Date.now());
payments.set('simulated', idleProvider);
await ensureShop(services);
const variant = await db.read
  .selectFrom('variants')
  .innerJoin('products', 'products.id', 'variants.product_id')
  .select(['variants.id', 'variants.product_id as product'])
  .where('products.is_presale', '=', 0)
  .where('products.custom_options', '=', '[]')
  .where('products.is_published', '=', 1)
  .orderBy('variants.id')
  .executeTakeFirstOrThrow();
await db.write.updateTable('variants').set({ stock: 1_000_000 }).where('id', '=', variant.id).execute();
const app = createApp(services);
const worker = new Worker(services, { mail: jobHandlers.mail! }, []);

const address = {
  ...{ first_name: 'Ada', last_name: 'Lovelace', address1: '12 Elm Street', city: 'Portland', zip: '97204' },
  ...{ province: 'OR', country_code: 'US', phone: '+1 503 555 0100' },
};

async function orderOnce(): Promise<string> {
  const visitor = new Visitor(app);
  const line = {
    product_id: variant.product,
    variant_id: variant.id,
    quantity: 1,
    is_selected: true,
    random_id: 'a',
  };
  const opened = await visitor.data('POST /api/v1/checkout', {
    body: { source: 2, checkouts: [{ coupon: '', variant_items: [line] }] },
  });
  const placed = await visitor.data('POST /:shop_id/checkouts/:token', {
    params: { shop_id: 1, token: opened.checkout.token },
    body: { email: 'ada@example.com', address, payment_method: 'card', shipping_id: shippingId },
  });
  const settled = await settleCapturedPayment(services, {
    orderNo: placed.order_no,
    provider: 'simulated',
    providerRef: `pay-${placed.order_no}`,
    captureRef: `cap-${placed.order_no}`,
    amount: Math.round(placed.total_price * 100),
    currency: 'USD',
    payee: 'shop',
    expectedPayee: 'shop',
  });
  if (settled !== 'paid') throw new Error(`An order was not paid: ${settled}`);
  const jobs = await worker.startDue();
  if (jobs.length !== 1) throw new Error(`An order has ${jobs.length} emails to write`);
  await Promise.all(jobs);
  return placed.order_no;
}

async function insertOnce(turn: number): Promise<void> {
  await db.transaction((trx) =>
    trx
      .insertInto('purges')
      .values({ tag: `bench:${turn}`, at: 0 })
      .execute(),
  );
}

async function measure(work: (turn: number) => Promise<unknown>): Promise<[cpu: number, wall: number]> {
  const [cpu, began] = [process.cpuUsage(), performance.now()];
  for (let turn = 0; turn < count; turn += 1) await work(turn);
  const { user, system } = process.cpuUsage(cpu);
  return [(user + system) / 1000 / count, (performance.now() - began) / count];
}

const shippings = await new Visitor(app).data('GET /api/v1/shippings', { query: { country_code: 'US' } });
const shippingId = (shippings.shippings[0] as { shipping_id?: string } | undefined)?.shipping_id ?? '';
if (older > 0) await copyOrder(db, await orderOnce(), older);
await measure(orderOnce);
await measure(insertOnce);
const runs = [];
for (let run = 0; run < 5; run += 1) {
  const [orderCpu, orderWall] = await measure(orderOnce);
  const [insertCpu, insertWall] = await measure(insertOnce);
  runs.push({ orderCpu, orderWall, insertCpu, insertWall });
}
await db.close();
console.log(JSON.stringify(runs));
process.exit(0);
