// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { QuickViewMessage } from '#client/quick-view/messages.ts';
import { QuickView } from '#islands/quick-add/QuickView.tsx';
import { createShopTexts } from '#lib/bag/shop-texts.ts';
import { islandShop } from '../product/form-fixture.ts';

const onEnd = vi.fn();
const onAdded = vi.fn();
const view = (title = 'Mug') => (
  <QuickView href="/products/mug" title={title} texts={createShopTexts(islandShop)} {...{ onEnd, onAdded }} />
);

beforeEach(() => {
  vi.useFakeTimers();
  // happy-dom loads no page and logs an error; the frame has no window of its own.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.clearAllMocks();
});

function open() {
  const { rerender } = render(view());
  const dialog = document.querySelector<HTMLElement>('dialog.quick-view')!;
  const source = {};
  Object.defineProperty(dialog.querySelector('iframe'), 'contentWindow', { value: source });
  const say = (event: QuickViewMessage['event'], more = {}) =>
    act(() => {
      const data = { type: 'quick-view', event, ...more };
      dispatchEvent(Object.assign(new Event('message'), { data, source, origin: location.origin }));
    });
  return { dialog, say, rerender };
}
const busy = (dialog: HTMLElement) => [dialog.getAttribute('aria-busy'), dialog.dataset.ready];

test('the server could write it: it names the product and leads to its page [QV-01]', () => {
  const page = new DOMParser().parseFromString(renderToString(view()), 'text/html');
  expect(page.querySelector('dialog')!.getAttribute('aria-label')).toBe('Quick view: Mug');
  expect(page.querySelector('iframe')!.getAttribute('src')).toBe('/products/mug?p_source=quick');
  expect(page.querySelector('.quick-view-full')!.getAttribute('href')).toBe('/products/mug');
});

test('it is busy until its frame says that it is ready, and then never lost [QV-02]', () => {
  const { dialog, say, rerender } = open();
  expect(busy(dialog)).toEqual(['true', undefined]);
  say('ready');
  expect(busy(dialog)).toEqual([null, '']);
  act(() => void vi.advanceTimersByTime(10_000));
  expect(dialog.querySelector('iframe')).not.toBeNull();
  rerender(view('Cup'));
  expect(dialog.getAttribute('aria-label')).toBe('Quick view: Cup');
});

test.each([
  ['after ten seconds', () => act(() => void vi.advanceTimersByTime(10_000))],
  ['at once when its frame says so', (say: ReturnType<typeof open>['say']) => say('error')],
])('what cannot be shown gives way to a link to the product, %s [QV-03]', (_, lose) => {
  const { dialog, say } = open();
  lose(say);
  expect(dialog.querySelector('iframe')).toBeNull();
  expect(dialog.querySelector('.quick-view-error a')!.getAttribute('href')).toBe('/products/mug');
  expect(busy(dialog)).toEqual([null, undefined]);
});

test('it ends when its frame says so; what was added is told after it has ended [QV-04, QV-05]', () => {
  const { say } = open();
  say('close');
  expect([onEnd.mock.calls.length, onAdded.mock.calls.length]).toEqual([1, 0]);
  const products = [{ spu_id: 7, sku_id: 71, quantity: 2 }];
  say('added', { products });
  expect(onAdded.mock.calls[0]![0]).toMatchObject({ products });
  expect(onEnd.mock.invocationCallOrder.at(-1)).toBeLessThan(onAdded.mock.invocationCallOrder[0]!);
});
