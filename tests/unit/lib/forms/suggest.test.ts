import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { debounce, defaultDebounce } from '#lib/forms/debounce.ts';
import { createSuggestionFetcher } from '#lib/forms/suggest.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('work waits 300 ms after the last call unless told otherwise [VAL-15]', () => {
  expect(defaultDebounce).toBe(300);
  const work = vi.fn();
  const later = debounce(work);
  later('a');
  vi.advanceTimersByTime(299);
  later('b');
  vi.advanceTimersByTime(299);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(work.mock.calls).toEqual([['b']]);
});

test('suggestions are asked once, 300 ms after the last key, from two characters [VAL-13, VAL-14]', async () => {
  const ask = vi.fn(async (text: string) => [text]);
  const show = vi.fn();
  const field = createSuggestionFetcher(ask, show);
  for (const text of ['b', 'be', 'ber']) field.typed(text);
  await vi.advanceTimersByTimeAsync(299);
  expect(ask).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ask.mock.calls.map(([text]) => text)).toEqual(['ber']);
  expect(show).toHaveBeenLastCalledWith(['ber']);
  field.typed(' b ');
  await vi.advanceTimersByTimeAsync(1000);
  expect(ask).toHaveBeenCalledOnce();
  expect(show).toHaveBeenLastCalledWith([]);
});

test('an answer to an older text is dropped and its request aborted', async () => {
  const answers = new Map<string, (items: string[]) => void>();
  const signals: AbortSignal[] = [];
  const show = vi.fn();
  const field = createSuggestionFetcher<string>((text, signal) => {
    signals.push(signal);
    return new Promise((resolve) => answers.set(text, resolve));
  }, show);
  field.typed('ber');
  await vi.advanceTimersByTimeAsync(300);
  field.typed('berl');
  await vi.advanceTimersByTimeAsync(300);
  answers.get('berl')?.(['Berlin']);
  answers.get('ber')?.(['Bern']);
  await vi.advanceTimersByTimeAsync(0);
  expect(show.mock.calls).toEqual([[['Berlin']]]);
  expect(signals.map((signal) => signal.aborted)).toEqual([true, false]);
});

test('a failed request shows no suggestions', async () => {
  const show = vi.fn();
  createSuggestionFetcher(async () => {
    throw new Error('offline');
  }, show).typed('ber');
  await vi.advanceTimersByTimeAsync(300);
  expect(show.mock.calls).toEqual([[[]]]);
});
