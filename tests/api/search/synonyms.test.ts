/** The merchant's synonyms, from the file to the search results, in every process. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createApp } from '#server/api/app.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { applyFolder } from '#server/shop/apply-folder.ts';
import { importForSale, testFolder } from '../catalog/files.ts';
import { closeAtEnd } from '../harness/clean-up.ts';
import { makeWorld } from '../harness/services.ts';
import { Visitor } from '../harness/visitor.ts';
import { createTestShop } from '../harness.ts';

const products = [
  'Handle,Title,Tags,Option1 Name,Option1 Value,Variant Price',
  'stool,Creel stool,Wood,Finish,Ink,20.00',
  'mug,Tidal mug,Table,Finish,Oat,20.00',
].join('\n');

async function shopWithFolder() {
  const shop = await createTestShop();
  await importForSale(shop, products);
  const folder = testFolder();
  const write = (name: string, content: unknown) =>
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  const languages = [
    { lang: 'en', name: 'English' },
    { lang: 'de', name: 'Deutsch' },
  ];
  write('theme.json', { languages: { languages, texts: {} } });
  return { shop, folder, write, apply: () => applyFolder(shop.services, folder) };
}

const found = async (visitor: Visitor, q: string, lang = 'en') => {
  const { product_list } = await visitor.data('GET /api/v1/storefront/search', { query: { q, lang } });
  return product_list.map(({ seo_url }) => seo_url);
};

it('synonyms of a file count at once, in every process, in their language first [SRCH-09, R152]', async () => {
  const { shop, write, apply } = await shopWithFolder();
  const db = await openDatabase(shop.databaseEnv);
  closeAtEnd(() => db.close());
  const other = new Visitor(createApp(makeWorld(db, shop.databaseEnv, shop.clock.now()).services));
  for (const visitor of [shop.visitor(), other]) expect(await found(visitor, 'seat')).toEqual([]);
  write('synonyms.json', {
    en: { finds: { seat: ['stool'] }, colours: { blue: ['Ink'] } },
    de: { finds: { Becher: ['mug'] } },
  });
  expect(await apply()).toContain('setting synonyms');
  for (const visitor of [shop.visitor(), other]) {
    expect(await found(visitor, 'seats')).toEqual(['stool']);
    expect(await found(visitor, 'blue')).toEqual(['stool']);
    expect(await found(visitor, 'bechern', 'de')).toEqual(['mug']);
  }
  expect(await apply()).toEqual([]);
  write('synonyms.json', { en: { finds: { seat: ['mug'] } } });
  expect(await apply()).toEqual(['setting synonyms: en, de']);
  for (const visitor of [shop.visitor(), other]) expect(await found(visitor, 'seats')).toEqual(['mug']);
});

it('what is found in place of a thing that the shop has not is told apart from what is called so otherwise [R152]', async () => {
  const { shop, write, apply } = await shopWithFolder();
  write('synonyms.json', {
    en: {
      same: [
        ['cup', 'mug'],
        ['sofa', 'couch'],
      ],
      finds: { sofa: ['stool'], stool: ['mug'], armchair: ['stool'] },
      colours: { blue: ['Ink'] },
    },
    de: { finds: { Becher: ['mug'] } },
  });
  await apply();
  const visitor = shop.visitor();
  const isClosest = async (q: string, lang = 'en') => {
    const { total, is_closest } = await visitor.data('GET /api/v1/storefront/search', { query: { q, lang } });
    return total > 0 && (is_closest ?? false);
  };
  expect(await isClosest('sofa')).toBe(true);
  expect(await isClosest('sofas')).toBe(true);
  // No product here is called sofa or couch.
  expect(await isClosest('couch')).toBe(true);
  // `armchair` still finds stools if many words of the shop are spelled more like it.
  const alike = Array.from(
    { length: 200 },
    (_, at) => `rmchair${String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26))}`,
  );
  await importForSale(
    shop,
    `Handle,Title,Body (HTML),Variant Price\nmat,Reed mat,${alike.join(' ')},20.00\n`,
  );
  expect(await isClosest('armchair')).toBe(true);
  expect(await isClosest('sofa wood')).toBe(true);
  // Not substitutes: the shop sells stools (`stoool` is corrected), a cup is a mug, blue is no product, a Becher is a mug.
  for (const q of ['stool', 'stoool', 'cup', 'blue', 'wood']) expect(await isClosest(q), q).toBe(false);
  expect(await isClosest('Becher', 'de')).toBe(false);
});

it('the language of a call that names none is that of the page it comes from [R152]', async () => {
  const { shop, write, apply } = await shopWithFolder();
  write('synonyms.json', { en: { finds: { gift: ['stool'] } }, de: { finds: { gift: ['mug'] } } });
  await apply();
  const visitor = shop.visitor();
  const search = async (path: string) => {
    visitor.page = `http://shop.example${path}`;
    const { product_list } = await visitor.data('POST /api/v1/productFilterSelector', {
      body: { q: 'gift' },
    });
    return product_list.map(({ seo_url }) => seo_url);
  };
  expect(await search('/de/collections/all')).toEqual(['mug']);
  expect(await search('/collections/all')).toEqual(['stool']);
});

it('a folder without synonyms may drop a language that stored synonyms have [R152]', async () => {
  const { folder, write, apply } = await shopWithFolder();
  write('synonyms.json', { de: { finds: { Becher: ['mug'] } } });
  await apply();
  rmSync(join(folder, 'synonyms.json'));
  write('theme.json', { languages: { languages: [{ lang: 'en', name: 'English' }], texts: {} } });
  expect(await apply()).toEqual(['setting languages: languages']);
});

it.each([
  [{ fr: { finds: { tasse: ['mug'] } } }, 'The shop has no language "fr"; its languages are en, de.'],
  [{ en: { finds: { seat: [''] } } }, 'en.finds.seat[0]: "" must contain a letter or a digit.'],
  [
    {
      en: {
        same: [
          ['sofa', 'couch'],
          ['couch', 'settee'],
        ],
      },
    },
    'en.same: "couch" appears twice in same.',
  ],
  ['{"en": ', 'This is not valid JSON'],
])(
  'a file of %j is refused by its name and the entry, and what was found is found as before',
  async (file, reason) => {
    const { shop, folder, write, apply } = await shopWithFolder();
    write('synonyms.json', { en: { finds: { seat: ['stool'] } } });
    await apply();
    write('synonyms.json', file);
    const refused = await apply().then(String, ({ message }: Error) => message);
    expect(refused).toContain(`${join(folder, 'synonyms.json')}: `);
    expect(refused.replace(/\s+/g, ' ')).toContain(reason);
    expect(await found(shop.visitor(), 'seat')).toEqual(['stool']);
  },
);
