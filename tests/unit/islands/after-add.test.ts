// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showToast } from '#islands/product/toast.ts';
import { $bagView, closeBag, openBag, openThrottle } from '#lib/bag/bag-view.ts';

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '';
});
afterEach(() => {
  vi.useRealTimers();
});

test('the drawer opens at most once in 300 ms, and wakes its island [BAG-32]', () => {
  const woken = vi.fn();
  addEventListener('wake:bag', woken);
  openBag('drawer', 1000);
  closeBag();
  openBag('drawer', 1000 + openThrottle - 1);
  expect($bagView.get()).toBe('closed');
  openBag('drawer', 1000 + openThrottle);
  expect([$bagView.get(), woken.mock.calls.length, openThrottle]).toEqual(['drawer', 2, 300]);
});

test('a toast stays its time, fades out for 200 ms and waits while it is hovered [ADD-12, ADD-13, ADD-14, ADD-26]', () => {
  showToast('Added');
  const toast = () => document.querySelector('.toast');
  vi.advanceTimersByTime(1999);
  expect(toast()?.className).toBe('toast');
  toast()?.dispatchEvent(new Event('pointerenter'));
  vi.advanceTimersByTime(10_000);
  expect(toast()?.className).toBe('toast');
  toast()?.dispatchEvent(new Event('pointerleave'));
  vi.advanceTimersByTime(2000);
  expect(toast()?.className).toBe('toast toast-over');
  vi.advanceTimersByTime(200);
  expect(toast()).toBeNull();
});
