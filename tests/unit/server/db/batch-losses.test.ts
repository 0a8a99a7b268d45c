import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { batchConnectionLosses, lossBatchMs } from '#server/db/open-database.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('tells of all connections that a stopping server breaks in one line, with the reason of the first', () => {
  const tell = vi.fn();
  const onLost = batchConnectionLosses(tell);
  for (let lost = 1; lost <= 10; lost += 1) onLost(new Error(`reason ${lost}`));
  expect(tell).not.toHaveBeenCalled();
  vi.advanceTimersByTime(lossBatchMs);
  expect(tell.mock.calls).toEqual([[10, new Error('reason 1')]]);
  vi.advanceTimersByTime(60_000);
  onLost(new Error('again'));
  vi.advanceTimersByTime(lossBatchMs);
  expect(tell.mock.calls.slice(1)).toEqual([[1, new Error('again')]]);
});
