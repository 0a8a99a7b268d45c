// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mountEndCountdown } from '#client/marketing/mount-end-countdown.ts';

const now = Date.UTC(2026, 0, 1);

beforeEach(() => {
  vi.useFakeTimers({ now });
  document.documentElement.lang = 'en';
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function mount(left: number): HTMLElement {
  document.body.innerHTML = `<p data-ends="${now + left}" data-words="Ends in {time}" data-over="The promotion is over"></p>`;
  const place = document.querySelector('p')!;
  mountEndCountdown(place);
  return place;
}

test('counts down once a second to the words for its end', () => {
  const place = mount(61_500);
  expect(place.textContent).toBe('Ends in 1 minute 2 seconds');
  vi.advanceTimersByTime(500);
  expect(place.textContent).toBe('Ends in 1 minute 1 second');
  vi.advanceTimersByTime(60_999);
  expect(place.textContent).toBe('Ends in 1 second');
  vi.advanceTimersByTime(1);
  expect(place.textContent).toBe('The promotion is over');
});

test('tells days, hours, minutes and seconds [MKT-18]', () => {
  const place = mount(3 * 86_400_000 + 4 * 3_600_000 + 5 * 60_000 + 6000);
  expect(place.textContent).toBe('Ends in 3 days 4 hours 5 minutes 6 seconds');
});

test('for shoppers who want less motion it changes once a minute', () => {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
  const place = mount(150_000);
  expect(place.textContent).toBe('Ends in 3 minutes 0 seconds');
  vi.advanceTimersByTime(29_999);
  expect(place.textContent).toBe('Ends in 3 minutes 0 seconds');
  vi.advanceTimersByTime(1);
  expect(place.textContent).toBe('Ends in 2 minutes 0 seconds');
});

test('a hidden page does not count, and is right again when it is shown', () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const place = mount(60_000);
  vi.advanceTimersByTime(5000);
  expect([place.textContent, vi.getTimerCount()]).toEqual(['Ends in 1 minute 0 seconds', 0]);
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(place.textContent).toBe('Ends in 55 seconds');
});
