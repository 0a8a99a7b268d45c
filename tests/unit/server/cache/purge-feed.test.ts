import { expect, it } from 'vitest';
import { PurgeFeed } from '#server/cache/purge-feed.ts';

it('tells a purge to everybody, though one of them cannot bear it', async () => {
  const rows = [{ id: 1, tag: 'product:1' }];
  const feed = new PurgeFeed({
    newest: async () => 0,
    read: async (after) => rows.filter(({ id }) => id > after),
    monotonicNow: () => 0,
    now: () => 0,
  });
  await feed.sync();
  const heard: string[] = [];
  feed.subscribe((tags) => heard.push(`first ${tags}`));
  feed.subscribe(() => {
    throw new Error('broken');
  });
  feed.subscribe((tags) => heard.push(`last ${tags}`));
  rows.push({ id: 2, tag: 'product:2' });
  await expect(feed.sync()).rejects.toThrow('broken');
  expect(heard).toEqual(['first product:2', 'last product:2']);
});
