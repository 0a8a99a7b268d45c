import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fetchPopularLinks } from '#client/header/fetch-popular-links.ts';
import { fetchSuggestions } from '#client/header/fetch-suggestions.ts';
import { groupSuggestions } from '#client/header/group-suggestions.ts';
import { createSuggestionFetcher } from '#lib/forms/suggest.ts';

const answerOf = (ids: number[]) => ({ code: 0, msg: '', data: { product_list: ids.map((id) => ({ id })) } });

const picture = { id: 'd1ff', width: 1600, height: 800, alt: '', color: '#eeeeee' };

test('the header asks for five products of the text [SRCH-18, SRCH-23]', async () => {
  const call = vi.fn(async () => answerOf([1, 2, 3, 4, 5, 6]));
  const { signal } = new AbortController();
  const [found] = await fetchSuggestions(call as never, 'mug', signal);
  expect(call).toHaveBeenCalledExactlyOnceWith(
    'POST /api/v1/productFilterSelector',
    { body: { q: 'mug', page_size: 5 } },
    { signal },
  );
  expect(found?.q).toBe('mug');
  expect(groupSuggestions(found!).products).toEqual([1, 2, 3, 4, 5].map((id) => ({ id })));
});

test('collections and pages of the name are suggested as well, where the shop names them [SRCH-23, R152]', async () => {
  const data = {
    product_list: [],
    collections: [{ id: 1, title: 'Linen', seo_url: 'linen' }],
    pages: [{ title: 'Returns', seo_url: 'returns' }],
    found_in: [{ id: 2, title: 'Bedding', seo_url: 'bedding', picture }],
  };
  const call = async () => ({ code: 0, msg: '', data });
  const [found] = await fetchSuggestions(call as never, 'linen', new AbortController().signal);
  const { collections, links } = groupSuggestions(found!);
  expect(collections).toEqual([{ title: 'Bedding', path: '/collections/bedding', picture }]);
  expect(links).toEqual([
    { title: 'Linen', path: '/collections/linen' },
    { title: 'Returns', path: '/pages/returns' },
  ]);
});

test('an empty field suggests searches and collections in the language of the page [R152]', async () => {
  vi.stubGlobal('document', { documentElement: { lang: 'de' } });
  const data = { searches: ['tasse'], collections: [{ id: 1, title: 'Linen', seo_url: 'linen', picture }] };
  const call = vi.fn(async () => ({ code: 0, msg: '', data }));
  const { searches, collections } = await fetchPopularLinks(call as never);
  vi.unstubAllGlobals();
  expect(call).toHaveBeenCalledExactlyOnceWith('GET /api/v1/storefront/suggestions', {
    query: { lang: 'de' },
  });
  expect(searches[0]?.path).toMatch(/^\/search\?type=product&oid=[\w-]+&q=tasse$/);
  expect(collections).toEqual([{ title: 'Linen', path: '/collections/linen', picture }]);
});

describe('while one types', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('the shop is asked 300 ms after the last key, once [SRCH-23]', async () => {
    const call = vi.fn(async () => answerOf([1]));
    const show = vi.fn();
    const suggest = createSuggestionFetcher(
      (text, signal) => fetchSuggestions(call as never, text, signal),
      show,
    );
    suggest.typed('m');
    suggest.typed('mu');
    vi.advanceTimersByTime(200);
    suggest.typed(' mug ');
    vi.advanceTimersByTime(299);
    expect(call).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(call.mock.calls.map((args) => (args as unknown[])[1])).toEqual([
      { body: { q: 'mug', page_size: 5 } },
    ]);
    expect(show).toHaveBeenLastCalledWith([{ q: 'mug', product_list: [{ id: 1 }] }]);
  });

  test('a refusal suggests nothing', async () => {
    const show = vi.fn();
    const refused = async () => ({ code: 90000, msg: 'away', data: null });
    createSuggestionFetcher((text, signal) => fetchSuggestions(refused as never, text, signal), show).typed(
      'mug',
    );
    await vi.advanceTimersByTimeAsync(300);
    expect(show).toHaveBeenLastCalledWith([]);
  });
});
