// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BagEvents } from '#islands/marketing/BagEvents.tsx';
import { bagEvents, shownIn } from '#lib/marketing/bag-events.ts';

const events = bagEvents.map((event) => ({ event, type: 1 as const, title: event, params: {} }));

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('the bag asks for both names and shows its own [MKT-08]', async () => {
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked.push([path, JSON.parse(String(init.body))]);
    return Response.json({ code: 0, msg: '', data: events });
  });
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () => root.render(<BagEvents />));
  await act(async () => void (await vi.advanceTimersByTimeAsync(2000)));
  expect(asked).toEqual([
    ['/api/v1/atmosphere/events', { events: ['BAG_COUNTDOWN', 'CHECKOUT_PAGE_COUNTDOWN'] }],
  ]);
  expect(place.textContent).toBe('BAG_COUNTDOWN');
  await act(async () => root.unmount());
  expect(place.textContent).toBe('');
});

test('the checkout shows its own of the two [MKT-08]', () => {
  expect(shownIn('checkout', events).map(({ event }) => event)).toEqual(['CHECKOUT_PAGE_COUNTDOWN']);
  expect(shownIn('cart', events).map(({ event }) => event)).toEqual(['BAG_COUNTDOWN']);
});
