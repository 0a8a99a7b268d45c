// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { afterLoad, sinceLoad } from '#client/marketing/after-load.ts';

const show = () => {
  Object.assign(document, { prerendering: false });
  document.dispatchEvent(new Event('prerenderingchange'));
};
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  delete (document as { prerendering?: boolean }).prerendering;
});

test('of a page that is prerendered time counts from when it is shown', () => {
  vi.useFakeTimers();
  Object.assign(document, { prerendering: true });
  const arrival = { loadEventEnd: 100, activationStart: 0 };
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([arrival as unknown as PerformanceEntry]);
  const clock = vi.spyOn(performance, 'now').mockReturnValue(5000);
  const act = vi.fn();
  const never = vi.fn();
  afterLoad(2000, act);
  afterLoad(2000, never)();
  vi.advanceTimersByTime(60_000);
  arrival.activationStart = 60_100;
  clock.mockReturnValue(60_100);
  show();
  vi.advanceTimersByTime(1999);
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(act).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(60_000);
  expect(never).not.toHaveBeenCalled();
});

test('of any other page it counts from the end of loading', () => {
  const arrival = { loadEventEnd: 0 };
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([arrival as unknown as PerformanceEntry]);
  vi.spyOn(performance, 'now').mockReturnValue(5000);
  expect(sinceLoad()).toBe(0);
  arrival.loadEventEnd = 4000;
  expect(sinceLoad()).toBe(1000);
});
