// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mountEvents } from '#islands/product/events.ts';
import { productData, showForm } from './form-fixture.ts';

let asked: unknown[] = [];
let answer: unknown[] = [];

beforeEach(() => {
  asked = [];
  sessionStorage.clear();
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    asked.push(JSON.parse(String(init.body)));
    return Response.json({ code: 0, msg: '', data: answer });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function mount() {
  const form = showForm(
    productData(),
    '<div id="events" data-events="PRODUCT_TEXT_NOTE VARIANT_INVENTORY"></div>',
  );
  const place = document.querySelector<HTMLElement>('#events')!;
  mountEvents(form, place, 7);
  return { form, place };
}

test('asks for the product’s events with product and variant, and anew for another variant [PDP-30]', async () => {
  answer = [
    {
      event: 'VARIANT_INVENTORY',
      type: 1,
      title: 'Only 3 left',
      params: { fontDisplay: { color: '#ff0000' } },
    },
  ];
  const { form, place } = mount();
  await vi.waitFor(() => expect(place.textContent).toBe('Only 3 left'));
  expect(place.querySelector('p')!.style.color).toBe('#ff0000');
  const events = ['PRODUCT_TEXT_NOTE', 'VARIANT_INVENTORY'];
  expect(asked).toEqual([{ events, product_id: 7, variant_id: 71 }]);
  answer = [];
  form.dataset.variant = '72';
  await vi.waitFor(() => expect(place.textContent).toBe(''));
  expect(asked[1]).toEqual({ events, product_id: 7, variant_id: 72 });
});

test('makes the named button livelier and counts down to the ending’s words [PDP-30]', async () => {
  vi.useFakeTimers({ now: 1_000_000 });
  answer = [
    { event: 'BUY_NOW_ANIMATION', type: 2, title: '', params: {} },
    { event: 'PRODUCT_COUNTDOWN', type: 3, title: 'Ends in', params: { minutes: 1, endingTitle: 'Over' } },
  ];
  const { form, place } = mount();
  await vi.advanceTimersByTimeAsync(0);
  expect(place.textContent).toMatch(/^Ends in 01:00/);
  expect(form.querySelector('[name=buy-now]')!.classList.contains('lively')).toBe(true);
  expect(form.querySelector('[type=submit]')!.classList.contains('lively')).toBe(false);
  await vi.advanceTimersByTimeAsync(61_000);
  expect(place.textContent).toBe('Over');
});
