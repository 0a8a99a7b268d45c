import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHoverMenu } from '#client/header/mount-menu.ts';

const show = vi.fn();
let menu: ReturnType<typeof createHoverMenu<string>>;

beforeEach(() => {
  vi.useFakeTimers();
  show.mockReset();
  menu = createHoverMenu<string>(show);
});
afterEach(() => vi.useRealTimers());

test('opens 100 ms after entering [MENU-23]', () => {
  menu.enter('table');
  vi.advanceTimersByTime(99);
  expect(show).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(show.mock.calls).toEqual([['table']]);
});

test('a mouse that only passes opens nothing [MENU-23]', () => {
  menu.enter('table');
  vi.advanceTimersByTime(60);
  menu.leave();
  vi.advanceTimersByTime(1000);
  expect(show.mock.calls).toEqual([[null]]);
});

test('closes 150 ms after leaving [MENU-19, MENU-20]', () => {
  menu.enter('table');
  vi.advanceTimersByTime(100);
  menu.leave();
  vi.advanceTimersByTime(149);
  expect(show.mock.calls).toEqual([['table']]);
  vi.advanceTimersByTime(1);
  expect(show.mock.calls).toEqual([['table'], [null]]);
});

test('coming back within 150 ms keeps it open [MENU-19]', () => {
  menu.enter('table');
  vi.advanceTimersByTime(100);
  menu.leave();
  vi.advanceTimersByTime(149);
  menu.enter('table');
  vi.advanceTimersByTime(1000);
  expect(show).not.toHaveBeenCalledWith(null);
});
