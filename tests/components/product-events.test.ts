import { expect, test } from 'vitest';
import ProductEvents from '#components/ProductEvents.astro';
import { rendered } from './rendered.ts';

test('each note of a product has its line before it comes, with its icon and its role; animations have none [PDP-30, MKT-03, MKT-05]', async () => {
  const events = [
    { event: 'PRODUCT_TEXT_NOTE', type: 1, iconClass: 'leaf', products: [] },
    { event: 'PRODUCT_TEXT_NOTE', type: 1, iconClass: 'own-sheet', products: [] },
    { event: 'PRODUCT_COUNTDOWN', type: 3, products: [] },
    { event: 'BUY_NOW_ANIMATION', type: 2, products: [] },
  ];
  const place = (await rendered(ProductEvents, { productId: 7, events })).querySelector<HTMLElement>(
    '#events',
  )!;
  expect(place.dataset.events).toBe('PRODUCT_TEXT_NOTE PRODUCT_COUNTDOWN BUY_NOW_ANIMATION');
  const [leaf, own, timer, ...more] = [...place.children];
  expect([leaf!.className, own!.className, more]).toEqual(['event-note leaf', 'event-note own-sheet', []]);
  expect(leaf!.querySelector('svg.icon path')?.getAttribute('d')).toMatch(/^M/);
  expect(own!.querySelector('svg')).toBeNull();
  expect(timer!.getAttribute('role')).toBe('timer');
  expect(place.textContent!.trim()).toBe('');
});
