import type { KyselyPlugin } from 'kysely';
import { expect, it } from 'vitest';
import { plainPricing } from '#server/search/search-index.ts';
import { SyncedIndex } from '#server/search/synced-index.ts';
import { createTestShop } from '../harness.ts';

it('keeps the catalogue that was read anew, though the reading before it fails later', async () => {
  const { services, clock } = await createTestShop();
  const first = Promise.withResolvers<never>();
  const failsLate: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: () => first.promise,
  };
  // An empty catalogue is read by two queries, the names of its filters first; the first of all fails.
  let readings = 0;
  const db = {
    ...services.db,
    get read() {
      readings += 1;
      return readings === 1 ? services.db.read.withPlugin(failsLate) : services.db.read;
    },
  };
  const index = new SyncedIndex({ db, purges: services.purges });
  const use = () => index.use(plainPricing, 0, async () => 'used');
  await services.purges.sync();

  const failing = use();
  const failed = expect(failing).rejects.toThrow('too late');
  await expect.poll(() => readings).toBe(1);
  // So long that purges may have been missed: all is to be read anew.
  clock.advance(60 * 60_000);
  expect(await use()).toBe('used');
  first.reject(new Error('too late'));
  await failed;
  expect(await use()).toBe('used');
  expect(readings).toBe(3);
});
