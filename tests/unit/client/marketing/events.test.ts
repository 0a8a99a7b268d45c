// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { animationDelay, marketingDelay } from '#client/marketing/after-load.ts';
import { ProductEvents } from '#client/marketing/product-events.ts';
import { productData } from '../../islands/product/form-fixture.ts';
import { showForm } from '../../islands/product/shown-form.tsx';

let asked: unknown[] = [];
let answer: unknown[] = [];
/** Reports whether the observed element is in view. */
let look: (isIntersecting: boolean) => void = () => {};

beforeEach(() => {
  asked = [];
  sessionStorage.clear();
  vi.useFakeTimers({ now: 1_000_000 });
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    asked.push(JSON.parse(String(init.body)));
    return Response.json({ code: 0, msg: '', data: answer });
  });
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(report: (entries: object[]) => void) {
        look = (isIntersecting) => report([{ isIntersecting }]);
      }
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const names = ['PRODUCT_TEXT_NOTE', 'PRODUCT_COUNTDOWN', 'BUY_NOW_ANIMATION', 'VARIANT_INVENTORY'];

customElements.define('product-events', ProductEvents);

const looks: Record<string, string> = {
  PRODUCT_TEXT_NOTE: '1 leaf',
  PRODUCT_COUNTDOWN: '3 ',
  VARIANT_INVENTORY: '1 ',
};

/** Mounts the element as components/ProductEvents.astro writes it. */
function mount(events = names) {
  const notes = events
    .filter((event) => !event.endsWith('_ANIMATION'))
    .map(
      (event) => `<p class="event-note" data-event="${event}" data-look="${looks[event]}"><span></span></p>`,
    );
  const form = showForm(
    productData(),
    `<product-events data-product="7" data-events="${events.join(' ')}">${notes.join('')}</product-events>`,
  );
  const place = form.querySelector<HTMLElement>('product-events')!;
  const said = () => [...place.children].map(({ textContent }) => textContent).filter(Boolean);
  return { form, place, said };
}
const left = (title: string) => ({ event: 'VARIANT_INVENTORY', type: 1, title, params: {} });
const note = {
  event: 'PRODUCT_TEXT_NOTE',
  type: 1,
  title: 'Made to order',
  params: { iconClass: 'leaf', fontDisplay: { color: '#ff0000', bgColor: '#00ff00', fontSize: 18 } },
};
const countdown = (params: object) => ({
  event: 'PRODUCT_COUNTDOWN',
  type: 3,
  title: 'Ends in',
  params: { minutes: 1, ...params },
});

test('asks for the product’s events 2 s after load, with product and variant [MKT-07, MKT-19, PDP-30]', async () => {
  expect(marketingDelay).toBe(2000);
  mount();
  await vi.advanceTimersByTimeAsync(1999);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toEqual([{ events: names, product_id: 7, variant_id: 71 }]);
});

test('for another variant only the pieces left are asked for; the other notes stay [MKT-09, PDP-30]', async () => {
  answer = [note, left('Only 3 left')];
  const { form, said } = mount();
  await vi.advanceTimersByTimeAsync(2000);
  expect(said()).toEqual(['Made to order', 'Only 3 left']);
  answer = [left('Only 1 left')];
  form.dataset.variant = '72';
  await vi.advanceTimersByTimeAsync(100);
  expect(asked[1]).toEqual({ events: ['VARIANT_INVENTORY'], product_id: 7, variant_id: 72 });
  expect(said()).toEqual(['Made to order', 'Only 1 left']);
  answer = [];
  form.dataset.variant = '73';
  await vi.advanceTimersByTimeAsync(100);
  expect(said()).toEqual(['Made to order']);
});

test('a text note has its colours and its size [MKT-03]', async () => {
  answer = [note];
  const { place } = mount(['PRODUCT_TEXT_NOTE']);
  await vi.advanceTimersByTimeAsync(2000);
  const shown = place.querySelector('p')!;
  expect(shown.textContent).toBe('Made to order');
  expect([shown.style.color, shown.style.backgroundColor, shown.style.fontSize]).toEqual([
    '#ff0000',
    '#00ff00',
    '18px',
  ]);
});

test('the named button is animated 3 s after load, no other [MKT-04, MKT-16, MKT-17, PDP-30]', async () => {
  expect(animationDelay).toBe(3000);
  answer = [{ event: 'BUY_NOW_ANIMATION', type: 2, title: '', params: {} }];
  const { form } = mount();
  const isLively = (button: string) => form.querySelector(button)!.classList.contains('lively');
  await vi.advanceTimersByTimeAsync(2999);
  expect(isLively('[name=buy-now]')).toBe(false);
  await vi.advanceTimersByTimeAsync(2001);
  expect(isLively('[name=buy-now]')).toBe(true);
  expect(isLively('[type=submit]')).toBe(false);
});

test('a countdown ticks every 123 ms in the form the merchant gave it, to its ending’s words once nothing is left [MKT-05, MKT-10, MKT-11, PDP-30]', async () => {
  answer = [countdown({ countdownDisplay: 'Tea in {time}', endingTitle: 'Ready' })];
  const { place } = mount();
  await vi.advanceTimersByTimeAsync(2000);
  expect(place.textContent).toBe('Tea in 01:00:000');
  await vi.advanceTimersByTimeAsync(122);
  expect(place.textContent).toBe('Tea in 01:00:000');
  await vi.advanceTimersByTimeAsync(1);
  expect(place.textContent).toBe('Tea in 00:59:877');
  await vi.advanceTimersByTimeAsync(59_876);
  expect(place.textContent).toMatch(/^Tea in 00:00:\d{3}$/);
  await vi.advanceTimersByTimeAsync(123);
  expect(place.textContent).toBe('Ready');
});

test('a countdown that nobody sees does not tick, and is right again when it is seen', async () => {
  answer = [countdown({})];
  const { place } = mount();
  await vi.advanceTimersByTimeAsync(2000);
  look(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(place.textContent).toBe('Ends in 01:00:000');
  look(true);
  expect(place.textContent).toBe('Ends in 00:50:000');
});

test('for shoppers who want less motion a countdown changes once a second', async () => {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
  answer = [countdown({})];
  const { place } = mount();
  await vi.advanceTimersByTimeAsync(2000);
  expect(place.textContent).toBe('Ends in 01:00');
  await vi.advanceTimersByTimeAsync(999);
  expect(place.textContent).toBe('Ends in 01:00');
  await vi.advanceTimersByTimeAsync(1);
  expect(place.textContent).toBe('Ends in 00:59');
});
