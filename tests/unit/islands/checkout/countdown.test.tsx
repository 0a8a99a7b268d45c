// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Countdown } from '#islands/checkout/Countdown.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  sessionStorage.clear();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      report: (entries: object[]) => void;
      constructor(report: (entries: object[]) => void) {
        this.report = report;
      }
      observe() {
        this.report([{ isIntersecting: false }]);
      }
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('the countdown of the checkout goes on out of sight, where a screen reader finds it, and its end is announced [CHK-21, MKT-13, MKT-14]', () => {
  document.body.innerHTML = '<div id="live"></div>';
  const params = { minutes: 2, endingTitle: 'Over' };
  const event = { event: 'CHECKOUT_PAGE_COUNTDOWN', type: 3 as const, title: 'Yours for', params };
  render(<Countdown event={event} />);
  const timer = () => document.querySelector('[role=timer]')?.textContent;
  expect(timer()).toBe('Yours for 02:00:000');
  act(() => void vi.advanceTimersByTime(60_000));
  expect(timer()).toMatch(/^Yours for 01:00:\d{3}$/);
  act(() => void vi.advanceTimersByTime(60_123));
  expect([timer(), document.querySelector('.countdown')?.textContent]).toEqual([undefined, 'Over']);
  expect(document.getElementById('live')?.textContent).toBe('Over');
});
