import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { promotionKinds } from '#lib/contract/promotion-kinds.ts';
import { tags } from '#server/cache/tags.ts';
import { readPromotions } from '#server/promotions/promotions-store.ts';
import { applyPromotions } from '#server/shop/apply-folder.ts';
import { ensureShop } from '#server/shop/ensure-shop.ts';
import { shopFolder } from '../catalog/shop-folder.ts';
import { createTestShop, type TestShop } from '../harness.ts';
import { takePurges } from '../orders/fixture.ts';

let shop: TestShop;
const folder = shopFolder();
const file = join(folder, 'promotions.json');

type Entry = { kind: string; seo_url: string; title: string; status?: string };
const change = (edit: (entries: Entry[]) => Entry[]) =>
  writeFileSync(file, JSON.stringify(edit(JSON.parse(readFileSync(file, 'utf8')) as Entry[])));
const stored = () => readPromotions(shop.db.read, shop.clock.now());

beforeAll(async () => {
  shop = await createTestShop();
  await ensureShop(shop.services, folder);
}, 120_000);

describe('promotions.json', () => {
  test('applied again it changes nothing', async () => {
    await takePurges(shop);
    expect(await applyPromotions(shop.services, folder)).toEqual([]);
    expect(await takePurges(shop)).toEqual([]);
  });

  test('a change is saved under the same id and forgets the pages with prices; uses stay counted', async () => {
    const before = (await stored()).find(({ kind }) => kind === 'code')!;
    await shop.db.write
      .updateTable('promotions')
      .set({ used_count: 7 })
      .where('id', '=', before.id)
      .execute();
    change((entries) =>
      entries.map((entry) =>
        entry.seo_url === before.seoUrl ? { ...entry, title: 'Less for all cups' } : entry,
      ),
    );
    expect(await applyPromotions(shop.services, folder)).toEqual([`promotion ${before.seoUrl}`]);
    expect(await takePurges(shop)).toEqual([tags.promotions]);
    const after = (await stored()).find(({ id }) => id === before.id);
    expect([after?.title, after?.usedCount]).toEqual(['Less for all cups', 7]);
  });

  test('a promotion that is no longer in the file is stopped', async () => {
    change((entries) => entries.filter(({ seo_url }) => seo_url !== 'mugs-by-the-pair'));
    expect(await applyPromotions(shop.services, folder)).toEqual(['promotion mugs-by-the-pair']);
    expect((await stored()).map(({ kind }) => kind)).not.toContain('tier');
  });

  test('a file with something the shop does not have is refused whole, by path and reason', async () => {
    const before = await stored();
    change(([first]) => [
      { ...first!, title: 'Changed' },
      {
        ...{ kind: promotionKinds.bundle, title: 'A set', seo_url: 'x' },
        code: 'SET-X',
        rules: { items: [{ product_id: 'nothing' }, { product_id: 'mug' }], mode: 'percent', value: 5 },
      } as Entry,
    ]);
    await expect(applyPromotions(shop.services, folder)).rejects.toThrow(/promotions\.json: .*"nothing"/);
    expect(await stored()).toEqual(before);
  });
});
