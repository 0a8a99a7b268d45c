import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { applyFolder } from '#server/shop/apply-folder.ts';
import { createTestShop } from '../harness.ts';
import { settings, shopFolder, theme, writeFile } from './shop-folder.ts';

it('names what is in the shop and no longer in the folder, and deletes none of it', async () => {
  const shop = await createTestShop();
  const folder = shopFolder();
  const apply = async () => {
    const warnings: string[] = [];
    const warn = (sentence: string) => void warnings.push(sentence);
    await applyFolder(shop.services, folder, { isFirst: true, warn });
    return warnings.filter((sentence) => sentence.includes('in the shop but not in the folder'));
  };
  expect(await apply()).toEqual([]);
  const rows = async () => {
    const count = (table: 'pages' | 'articles' | 'collections' | 'settings') =>
      shop.db.read
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
    return Promise.all((['pages', 'articles', 'collections', 'settings'] as const).map(count));
  };
  const before = await rows();
  rmSync(join(folder, 'pages', 'about.txt'));
  rmSync(join(folder, 'articles', 'opening.txt'));
  writeFile(folder, 'theme.json', { ...theme, menus: [{ id: 1, title: 'Main', menuList: [] }] });
  writeFile(folder, 'settings.json', { shipping: settings.shipping });
  expect(await apply()).toEqual([
    'pages in the shop but not in the folder (apply deletes nothing): about',
    'articles in the shop but not in the folder (apply deletes nothing): opening',
    'settings in the shop but not in the folder (apply deletes nothing): tip',
  ]);
  expect(await rows()).toEqual(before);
});
