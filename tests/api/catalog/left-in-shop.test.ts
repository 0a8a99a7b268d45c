import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { applyFolder } from '#server/shop/apply-folder.ts';
import { createTestShop } from '../harness.ts';
import { testFolder } from './files.ts';

it('names what stands in the shop and no longer in the folder, and deletes none of it', async () => {
  const shop = await createTestShop();
  const folder = testFolder();
  cpSync(fileURLToPath(new URL('../../../shop/', import.meta.url)), folder, { recursive: true });
  const apply = async () => {
    const said: string[] = [];
    const warn = (sentence: string) => void said.push(sentence);
    await applyFolder(shop.services, folder, { withPromotions: false, warn });
    return said.filter((sentence) => sentence.startsWith('in the shop'));
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
  const [article = ''] = readdirSync(join(folder, 'articles')).sort();
  const title = /^title: (.*)$/m.exec(readFileSync(join(folder, 'articles', article), 'utf8'))?.[1] ?? '';
  rmSync(join(folder, 'articles', article));
  const json = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const { tip: _tip, ...settings } = json('settings.json');
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings));
  const left = await apply();
  expect(left).toHaveLength(3);
  expect(left[0]).toBe('in the shop, and not in the folder: pages about');
  expect(left[1]).toMatch(/: articles [\p{L}\p{N}-]+$/u);
  expect(title).not.toBe('');
  expect(left[2]).toBe('in the shop, and not in the folder: settings tip');
  expect(await rows()).toEqual(before);
});
