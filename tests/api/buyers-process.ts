/**
 * Shoppers in a separate process. Arguments: their number and the clock's time. Each input line is `{checkout, submit}`, the
 * bodies of a round: every shopper opens a checkout, the process prints `ready`, and at the next input line all submit at
 * once. It prints their response codes as a list.
 */
import { createInterface } from 'node:readline';
import type { CheckoutInput } from '#lib/contract/wire-checkout.ts';
import { createApp } from '#server/api/app.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { idleProvider } from './harness/idle-provider.ts';
import { makeWorld } from './harness/services.ts';
import { Visitor } from './harness/visitor.ts';

const [count, now] = process.argv.slice(2).map(Number);
const env = Object.fromEntries(
  ['DATA_DIR', 'DATABASE_URL'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
) as { DATA_DIR: string; DATABASE_URL?: string };
const db = await openDatabase(env, { poolSize: 5 });
const { services, payments } = makeWorld(db, env, now!);
payments.set('simulated', idleProvider);
const app = createApp(services);

let submitAll: (() => Promise<number[]>) | null = null;
for await (const line of createInterface({ input: process.stdin })) {
  if (submitAll) {
    console.log(JSON.stringify(await submitAll()));
    submitAll = null;
    continue;
  }
  const { checkout, submit } = JSON.parse(line) as { checkout: never; submit: CheckoutInput };
  const ready = await Promise.all(
    Array.from({ length: count! }, async () => {
      const visitor = new Visitor(app);
      const opened = await visitor.data('POST /api/v1/checkout', { body: checkout });
      return { visitor, token: opened.checkout.token };
    }),
  );
  submitAll = () =>
    Promise.all(
      ready.map(async ({ visitor, token }) => {
        const params = { shop_id: 1, token };
        const answer = await visitor.call('POST /:shop_id/checkouts/:token', { params, body: submit });
        return answer.code;
      }),
    );
  console.log('ready');
}
await db.close();
