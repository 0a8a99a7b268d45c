// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { productTexts } from '#lib/messages/product.ts';

let asked: string[] = [];
beforeEach(() => {
  asked = [];
  vi.resetModules();
  document.documentElement.lang = 'de';
  document.documentElement.dataset.words = '';
});
afterEach(() => {
  vi.unstubAllGlobals();
  delete document.documentElement.dataset.words;
});

async function load(answer: () => unknown) {
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return Response.json(answer());
  });
  const { words, wordsReady } = await import('#client/product/words.ts');
  await Promise.all([wordsReady(), wordsReady()]);
  return words;
}

test('what is fetched on a product page speaks the page’s language, asked for once [I18N-01]', async () => {
  const languageConfig = { reviewSend: 'Bewertung senden', reviewTooLong_one: '{name}: ein Zeichen' };
  const words = await load(() => ({ code: 0, msg: '', data: { languageConfig } }));
  expect(words).toMatchObject({ ...productTexts, reviewSend: 'Bewertung senden' });
  expect(words.text('reviewTooLong', { name: 'Name', count: 1 })).toBe('Name: ein Zeichen');
  expect(asked).toEqual(['/api/v1/test/getLanguage?lang=de']);
});

test('words that cannot be had are the defaults, and nothing is said about it [I18N-03]', async () => {
  expect(await load(() => ({ code: 10500, msg: 'down', data: null }))).toMatchObject(productTexts);
  vi.resetModules();
  expect(await load(() => 'no envelope')).toMatchObject(productTexts);
});

test('a page in the words of the table asks for none', async () => {
  delete document.documentElement.dataset.words;
  expect(await load(() => null)).toMatchObject(productTexts);
  expect(asked).toEqual([]);
});
