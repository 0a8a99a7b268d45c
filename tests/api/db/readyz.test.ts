/** How /readyz answers a load balancer while the shop's database rejects writes. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { healthRoutes } from '#server/process/health.ts';
import { retryIntervalMs, writeIntervalMs } from '#server/process/write-probe.ts';
import { closeAtEnd } from '../harness/clean-up.ts';
import { administer } from '../harness/test-server.ts';
import { createTestShop, type TestShop } from '../harness.ts';

let shop: TestShop;
let server: Server;
let time: number;
beforeEach(async () => {
  shop = await createTestShop();
  time = 0;
  const health = healthRoutes(shop.services, () => time);
  server = createServer((request, response) => health.answer(request, response, request.url ?? ''));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeAtEnd(async () => void server.close());
});

async function ask(path: string): Promise<number> {
  const { port } = server.address() as AddressInfo;
  return (await fetch(`http://127.0.0.1:${port}${path}`)).status;
}

/** Makes the database reject writes, like a full disk or a standby, or accept them again. */
async function setReadOnly(isReadOnly: boolean): Promise<void> {
  const { DATABASE_URL } = shop.databaseEnv;
  const onOff = isReadOnly ? 'on' : 'off';
  if (DATABASE_URL === undefined) {
    await sql.raw(`pragma query_only = ${onOff}`).execute(shop.db.write);
    return;
  }
  const name = new URL(DATABASE_URL).pathname.slice(1);
  await administer(
    DATABASE_URL,
    `begin read write; alter database ${name} set default_transaction_read_only = ${onOff}; commit`,
  );
  await administer(
    DATABASE_URL,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`,
  );
}

/** Returns the time of the last write, by the shop's clock. */
const writtenAt = async () => {
  const row = shop.db.read.selectFrom('holders').select('used_at').where('key', '=', 'readyz');
  return (await row.executeTakeFirst())?.used_at;
};

test('it is not ready while nothing can be written, though it can be read, and ready soon after', async () => {
  expect([await ask('/readyz'), await ask('/healthz')]).toEqual([200, 200]);
  await setReadOnly(true);
  time += writeIntervalMs;
  expect([await ask('/readyz'), await ask('/healthz')]).toEqual([503, 200]);
  await setReadOnly(false);
  expect(await ask('/readyz')).toBe(503);
  time += retryIntervalMs;
  expect(await ask('/readyz')).toBe(200);
});

test('however often it is asked, it writes once in a few seconds', async () => {
  const asked = await Promise.all(Array.from({ length: 20 }, () => ask('/readyz')));
  expect(asked).toEqual(Array(20).fill(200));
  const first = shop.clock.now();
  expect(await writtenAt()).toBe(first);
  shop.clock.advance(1);
  time += writeIntervalMs - 1;
  await ask('/readyz');
  expect(await writtenAt()).toBe(first);
  time += 1;
  await ask('/readyz');
  expect(await writtenAt()).toBe(first + 1);
});
