// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import Suggestions from '#islands/search/Suggestions.tsx';
import { islandShop } from '../product/form-fixture.ts';

vi.mock('#client/loading/load-stylesheet.ts', () => ({ loadStylesheet: async () => {} }));

const asked: string[] = [];
let answers: Record<string, object>;

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  answers = {
    suggestions: {
      searches: ['mug', 'lamp'],
      collections: [{ id: 1, title: 'Linen', seo_url: 'linen' }],
    },
    productFilterSelector: {
      product_list: [],
      collections: [{ id: 1, title: 'Linen', seo_url: 'linen' }],
      pages: [{ title: 'Returns', seo_url: 'returns' }],
    },
  };
  vi.stubGlobal('fetch', async (address: string) => {
    const name = Object.keys(answers).find((key) => String(address).includes(key));
    if (!name) return new Promise(() => {});
    asked.push(name);
    return Response.json({ code: 0, msg: '', data: answers[name] });
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function panel() {
  document.body.innerHTML = `<script type="application/json" id="shop">${JSON.stringify(islandShop)}</script>
    <div class="search-panel"><input type="search" name="q"><div id="island"></div></div><button>Away</button>`;
  const field = document.querySelector('input')!;
  field.focus();
  await act(async () => void render(<Suggestions />, { container: document.getElementById('island')! }));
  await act(() => vi.dynamicImportSettled());
  const type = async (text: string) => {
    field.value = text;
    await act(async () => void field.dispatchEvent(new Event('input', { bubbles: true })));
    await act(() => vi.advanceTimersByTimeAsync(400));
  };
  const press = (key: string) =>
    act(async () => {
      document.activeElement!.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
      );
    });
  const links = () => [...document.querySelectorAll('#island a')].map((link) => link.textContent);
  return { field, type, press, links };
}

test('an empty field suggests what others look for and collections, asked once; typing takes their place [R152]', async () => {
  const { type, links } = await panel();
  expect(links()).toEqual(['mug', 'lamp', 'Linen']);
  const [mug, , linen] = document.querySelectorAll<HTMLAnchorElement>('#island a');
  expect(mug?.getAttribute('href')).toMatch(/^\/search\?.*q=mug$/);
  expect(linen?.getAttribute('href')).toBe('/collections/linen');
  await type('ret');
  expect(links()).toEqual(['Linen', 'Returns', 'See all results for “ret”']);
  await type('');
  expect(links()).toEqual(['mug', 'lamp', 'Linen']);
  expect(asked).toEqual(['suggestions', 'productFilterSelector']);
});

test('the arrow keys go through them, Escape and leaving close them [R152]', async () => {
  const { field, press, links } = await panel();
  await press('ArrowDown');
  await press('ArrowDown');
  await press('ArrowDown');
  expect(document.activeElement?.textContent).toBe('Linen');
  await press('ArrowUp');
  expect(document.activeElement?.textContent).toBe('lamp');
  await press('Escape');
  expect([document.activeElement, links()]).toEqual([field, []]);
  await act(async () => {
    document.querySelector('button')!.focus();
    field.focus();
  });
  expect(links()).toEqual(['mug', 'lamp', 'Linen']);
  await act(async () => document.querySelector('button')!.focus());
  expect(links()).toEqual([]);
});

test('beside products stand the collections that they are in, not those of an empty field, last of what the arrow keys reach [R152]', async () => {
  const product = (id: number) => ({ id, title: `Lamp ${id}`, seo_url: `lamp-${id}`, sale_price: 10 });
  answers.suggestions = {
    searches: ['mug'],
    collections: [
      { id: 1, title: 'Linen', seo_url: 'linen' },
      { id: 2, title: 'Light', seo_url: 'light' },
    ],
  };
  answers.productFilterSelector = {
    product_list: [1, 2, 3, 4].map(product),
    collections: [],
    pages: [{ title: 'Returns', seo_url: 'returns' }],
    found_in: [
      { id: 3, title: 'Everything', seo_url: 'everything', picture: null },
      { id: 2, title: 'Light', seo_url: 'light', picture: { id: 'd1ff', width: 1600, height: 800 } },
    ],
  };
  const { type, links, press } = await panel();
  await type('lamp');
  const tiles = [...document.querySelectorAll('.suggested-links:last-child a')];
  // A tile without a picture keeps its space, so that the names line up.
  expect(tiles.map((tile) => tile.firstElementChild?.className)).toEqual(['suggestion-blank', '']);
  expect(tiles[1]!.querySelector('img')!.srcset).toContain('/media/d1ff/560.webp 560w');
  expect(links().slice(4)).toEqual(['Returns', 'See all results for “lamp”', 'Everything', 'Light']);
  for (let at = 0; at < 8; at += 1) await press('ArrowDown');
  expect(document.activeElement?.textContent).toBe('Light');
});

test('a text that finds nothing says so, and leads on to what others look for and to collections [R152]', async () => {
  answers.productFilterSelector = { product_list: [] };
  const { type, press, links } = await panel();
  await type('xyzzy');
  expect(document.querySelector('#island p')!.textContent).toBe('Nothing found for “xyzzy”');
  expect(links()).toEqual(['mug', 'lamp', 'Linen']);
  for (let at = 0; at < 3; at += 1) await press('ArrowDown');
  expect(document.activeElement?.textContent).toBe('Linen');
});

test('where the shop names neither, the empty field stays as it is, and a text that finds nothing says so', async () => {
  answers = { suggestions: { searches: [], collections: [] }, productFilterSelector: { product_list: [] } };
  const { type, links } = await panel();
  expect(document.querySelector('.suggestions-open')).toBeNull();
  await type('xyzzy');
  expect([links(), document.querySelector('#island')!.textContent]).toEqual([
    [],
    'Nothing found for “xyzzy”',
  ]);
});
