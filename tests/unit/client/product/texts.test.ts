// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { productTexts } from '#lib/messages/product.ts';

const address = '/texts-de-0123456789ab.json';
let asked: string[] = [];
beforeEach(() => {
  asked = [];
  vi.resetModules();
  document.documentElement.dataset.texts = address;
});
afterEach(() => {
  vi.unstubAllGlobals();
  delete document.documentElement.dataset.texts;
});

function answerWith(answer: () => Response | Promise<Response>) {
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return answer();
  });
}

async function load() {
  const { overlayTexts, whenTextsReady } = await import('#client/product/texts.ts');
  await Promise.all([whenTextsReady(), whenTextsReady()]);
  return overlayTexts;
}

const german = { reviewSend: 'Bewertung senden', reviewTooLong_one: '{name}: ein Zeichen', lang: 'de' };

test('what is fetched on a product page speaks the page’s language, asked for once [I18N-01]', async () => {
  answerWith(() => Response.json(german));
  const words = await load();
  expect(words).toMatchObject({ ...productTexts, reviewSend: 'Bewertung senden' });
  expect(words.text('reviewTooLong', { name: 'Name', count: 1 })).toBe('Name: ein Zeichen');
  expect(asked).toEqual([address]);
});

test.each([
  ['a refusal', () => new Response('down', { status: 503 })],
  ['what is no text', () => new Response('<html>')],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
])('%s leaves the words English and is asked for again [I18N-03]', async (_name, lost) => {
  answerWith(lost);
  const words = await load();
  expect(words).toMatchObject(productTexts);
  answerWith(() => Response.json(german));
  await (await import('#client/product/texts.ts')).whenTextsReady();
  expect(words.reviewSend).toBe('Bewertung senden');
  expect(asked).toEqual([address, address]);
});

test('a page in the words of the table asks for none', async () => {
  delete document.documentElement.dataset.texts;
  answerWith(() => Response.error());
  expect(await load()).toMatchObject(productTexts);
  expect(asked).toEqual([]);
});
