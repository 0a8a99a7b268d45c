/** Page views when the server's process ends: SIGTERM loses none, kill -9 at most those of the last second. */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { startRival } from '../harness/process.ts';
import { createTestShop, type TestShop } from '../harness.ts';

// Starting a process is slow on a busy machine: the limit only ends a test that hangs.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

async function startServer(shop: TestShop) {
  const server = startRival('tracking/visits-process.ts', shop.databaseEnv);
  await server.printed(1);
  const origin = `http://127.0.0.1:${server.lines[0]}`;
  return {
    ...server,
    async view(view_id: string) {
      const answer = await fetch(`${origin}/api/v1/page/view`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 Firefox/150.0' },
        body: JSON.stringify({
          session_id: 'one',
          client_id: 'one',
          current_url: `${origin}/cart`,
          page_type: 'cart',
          extra_params: { view_id },
        }),
      });
      expect(await answer.json()).toMatchObject({ code: 0 });
    },
  };
}

const kept = async (shop: TestShop) => {
  const rows = await shop.db.read.selectFrom('page_views').select('view_id').execute();
  return rows.map(({ view_id }) => view_id).sort();
};

test('a server that is told to end writes every view it has answered [TRK-05]', async () => {
  const shop = await createTestShop();
  const server = await startServer(shop);
  const ids = Array.from({ length: 60 }, (_, index) => `view-${String(index).padStart(4, '0')}`);
  for (const id of ids) await server.view(id);
  server.child.kill('SIGTERM');
  await server.ended;
  expect(await kept(shop)).toEqual(ids);
});

test('a server that is killed loses no view that is older than a second [TRK-05]', async () => {
  const shop = await createTestShop();
  const server = await startServer(shop);
  const answered: { id: string; at: number }[] = [];
  // The views span several database writes; the last views may be lost.
  for (let count = 0; count < 120; count++) {
    const id = `view-${String(count).padStart(4, '0')}`;
    await server.view(id);
    answered.push({ id, at: performance.now() });
    await pause(20);
  }
  const killedAt = performance.now();
  server.child.kill('SIGKILL');
  await once(server.child, 'close');
  const due = answered.filter(({ at }) => killedAt - at > 1000).map(({ id }) => id);
  expect(due.length).toBeGreaterThan(20);
  expect(await kept(shop)).toEqual(expect.arrayContaining(due));
});
