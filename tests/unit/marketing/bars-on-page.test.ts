// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { actOnBar } from '#client/marketing/act-on-bar.ts';
import { takeOverBars } from '#client/marketing/bars.ts';

const now = Date.UTC(2026, 5, 1, 12);

beforeEach(() => {
  vi.useFakeTimers({ now });
  localStorage.clear();
  vi.spyOn(HTMLElement.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList);
  document.body.innerHTML =
    '<div class="bars"><div data-bar="4"><span data-count data-lasts="60000" data-over="Over"><b></b><b></b><b></b><b></b></span>' +
    '<button data-close></button></div></div><main id="main" tabindex="-1"></main>';
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('a bar that is closed leaves the focus to the page, and counts no more', async () => {
  takeOverBars();
  const close = document.querySelector<HTMLElement>('[data-close]')!;
  await vi.advanceTimersByTimeAsync(1000);
  expect(document.querySelector('[data-count]')?.textContent).toBe('00000059');
  expect(vi.getTimerCount()).toBe(1);
  close.focus();
  actOnBar(close);
  expect(document.querySelector('[data-bar]')).toBeNull();
  expect(document.activeElement?.id).toBe('main');
  await vi.advanceTimersByTimeAsync(1000);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(vi.getTimerCount()).toBe(0);
});

test('what it lasts from a first view still to come counts from now: the clock was wrong', async () => {
  const wrong = { count: 1, first: now + 86_400_000, last: now + 86_400_000, closed: false };
  localStorage.setItem('popup_4', JSON.stringify(wrong));
  takeOverBars();
  expect(document.querySelector('[data-count]')?.textContent).toBe('00000100');
  expect(JSON.parse(localStorage.getItem('popup_4')!)).toMatchObject({ count: 2, first: now, last: now });
});
