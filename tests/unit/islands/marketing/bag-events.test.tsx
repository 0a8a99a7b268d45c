// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BagEvents, EventMessage } from '#islands/marketing/BagEvents.tsx';
import { bagEvents, filterEventsByPage } from '#lib/marketing/event-names.ts';

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
  expect(filterEventsByPage('checkout', events).map(({ event }) => event)).toEqual([
    'CHECKOUT_PAGE_COUNTDOWN',
  ]);
  expect(filterEventsByPage('cart', events).map(({ event }) => event)).toEqual(['BAG_COUNTDOWN']);
});

test('a note has its words, its icon and its look; a countdown its ending’s words in the end [MKT-03, MKT-05, MKT-14]', async () => {
  const params = { iconClass: 'leaf', fontDisplay: { color: '#ff0000', bgColor: '#00ff00', fontSize: 18 } };
  const note = { event: 'BAG_COUNTDOWN', type: 1 as const, title: 'Made to order', params };
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () => root.render(<EventMessage event={note} />));
  const [shown] = place.children as unknown as [HTMLElement];
  expect(shown.textContent).toBe('Made to order');
  expect(shown.className).toBe('event-note leaf');
  expect(shown.querySelector('svg.icon path')?.getAttribute('d')).toMatch(/^M/);
  expect([shown.style.color, shown.style.backgroundColor, shown.style.fontSize]).toEqual([
    '#ff0000',
    '#00ff00',
    '18px',
  ]);
  const ending = { minutes: 1, countdownDisplay: 'Ends in {time}', endingTitle: 'Over' };
  const countdown = { ...note, type: 3 as const, params: ending };
  await act(async () => root.render(<EventMessage event={countdown} />));
  expect(place.textContent).toBe('Ends in 01:00:000');
  expect(place.querySelector('[role=timer]')?.getAttribute('aria-live')).toBe('off');
  await act(async () => void (await vi.advanceTimersByTimeAsync(60_123)));
  expect(place.textContent).toBe('Over');
  await act(async () => root.render(<EventMessage event={note} />));
  expect(place.textContent).toBe('Made to order');
  await act(async () => root.unmount());
});
