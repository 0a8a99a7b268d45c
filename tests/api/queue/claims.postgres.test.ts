/** How PostgreSQL distributes jobs among processes that claim them at the same moment. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { enqueue } from '#server/queue/enqueue.ts';
import { claimDue } from '#server/queue/store.ts';
import { createTestShop } from '../harness.ts';

test('a worker claims the jobs that no other is claiming, without waiting for it', async () => {
  const shop = await createTestShop();
  const { db, clock } = shop;
  const now = clock.now();
  for (const text of ['first', 'second', 'third'])
    await db.transaction((trx) =>
      enqueue(trx, { kind: 'note', dedupeKey: '', payload: { text }, runAt: now }),
    );
  const claim = (worker: string) => claimDue(db, 'note', worker, now, 2);
  const [locked, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const other = db.transaction(async (trx) => {
    await trx.selectFrom('jobs').select('id').orderBy('id').limit(1).forUpdate().execute();
    locked.resolve();
    await done.promise;
  });
  await locked.promise;
  const claimed = (await claim('one')).map(({ payload, attempt }) => [JSON.parse(payload).text, attempt]);
  expect(claimed).toEqual([
    ['second', 1],
    ['third', 1],
  ]);
  done.resolve();
  await other;
  expect(await claim('late')).toHaveLength(1);
});

test('the counters of rate limits are not logged, orders are', async () => {
  const { db } = await createTestShop();
  const { rows } = await sql<{ relname: string; relpersistence: string }>`
    select relname, relpersistence from pg_class where relname in ('rate_limits', 'orders') order by relname`.execute(
    db.read,
  );
  expect(rows.map(({ relpersistence }) => relpersistence)).toEqual(['p', 'u']);
});
