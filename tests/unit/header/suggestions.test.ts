import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { askSuggestions, mostSuggestions } from '#client/header/ask-suggestions.ts';
import { suggester } from '#lib/forms/suggest.ts';

const answerOf = (ids: number[]) => ({ code: 0, msg: '', data: { product_list: ids.map((id) => ({ id })) } });

test('the header asks for five products of the text [SRCH-18, SRCH-23]', async () => {
  const call = vi.fn(async () => answerOf([1, 2, 3, 4, 5, 6]));
  const { signal } = new AbortController();
  const [found] = await askSuggestions(call as never, 'mug', signal);
  expect(call).toHaveBeenCalledExactlyOnceWith(
    'POST /api/v1/productFilterSelector',
    { body: { q: 'mug', page_size: 5 } },
    { signal },
  );
  expect(found).toMatchObject({ q: 'mug', products: [1, 2, 3, 4, 5].map((id) => ({ id })) });
  expect(mostSuggestions).toBe(5);
});

describe('while one types', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('the shop is asked 300 ms after the last key, once [SRCH-23]', async () => {
    const call = vi.fn(async () => answerOf([1]));
    const show = vi.fn();
    const suggest = suggester((text, signal) => askSuggestions(call as never, text, signal), show);
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
    expect(show).toHaveBeenLastCalledWith([{ q: 'mug', products: [{ id: 1 }] }]);
  });

  test('a refusal suggests nothing', async () => {
    const show = vi.fn();
    const refused = async () => ({ code: 90000, msg: 'away', data: null });
    suggester((text, signal) => askSuggestions(refused as never, text, signal), show).typed('mug');
    await vi.advanceTimersByTimeAsync(300);
    expect(show).toHaveBeenLastCalledWith([]);
  });
});
