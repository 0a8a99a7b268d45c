// @vitest-environment happy-dom
import { cleanup, fireEvent, render, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $bagView, openBag } from '#client/bag/bag-view.ts';
import { notify } from '#islands/adding/notify.ts';
import { addToBag } from '#islands/after-add/add-to-bag.ts';
import { BagBody } from '#islands/bag/BagBody.tsx';
import { BagList } from '#islands/bag/BagList.tsx';
import { Coupon } from '#islands/bag/Coupon.tsx';
import { useLazyModule } from '#islands/use-lazy-module.ts';
import { emptyBag } from '#lib/bag/bag-codec.ts';
import { emptyPricing } from '#lib/bag/bag-pricing.ts';
import { createBagTexts } from '#lib/bag/bag-texts.ts';
import { createBagViewModel } from '#lib/bag/bag-view-model.ts';
import { makeLine, type NewLine } from '#lib/bag/line.ts';
import { createShopTexts } from '#lib/bag/shop-texts.ts';
import { islandShop } from './product/form-fixture.ts';

// Each of these modules fails to load.
vi.mock('#islands/adding/notices.tsx', () => lose());
vi.mock('../../../src/islands/recommend/show-recommendations.ts', () => lose());
vi.mock('../../../src/islands/bag/CouponForm.tsx', () => lose());
vi.mock('../../../src/islands/bag/EmptyBag.tsx', () => lose());
vi.mock('../../../src/islands/bag/BundleRow.tsx', () => lose());
const lose = vi.hoisted(() => () => {
  throw new Error('lost');
});

const lost = 'This part could not be loaded.';
const words = createShopTexts(islandShop);
const own = createBagTexts(words, {});
const mug = { id: 7, sku_id: 71, title: 'Mug', price: 28, quantity: 1 };
const shownBag = (...lines: NewLine[]) => {
  const bag = { ...emptyBag, lines: lines.map((line, at) => makeLine(line, String(at))) };
  return createBagViewModel(bag, emptyPricing(bag), 'idle', new Map());
};
const live = () => document.getElementById('live')?.textContent;

beforeEach(() => {
  // The server does not respond: the assertions concern the browser alone.
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  document.body.innerHTML = `<button id="add"></button><div id="live" data-lost="${lost}"></div>`;
  $bagView.set('closed');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('an add that nothing can toast of is shown by the bag itself', async () => {
  const pressed = document.getElementById('add')!;
  addToBag({ lines: [mug] }, pressed, { ...islandShop.bag, afterAdd: 'toast', bagStyle: 'drawer' }, words);
  await waitFor(() => expect($bagView.get()).toBe('drawer'));
  expect(live()).toBe('Added to cart successfully');
});

test('what the page cannot show the browser does', async () => {
  const alert = vi.fn();
  vi.stubGlobal('alert', alert);
  notify('The bag is full', () => {});
  await waitFor(() => expect(alert.mock.calls).toEqual([['The bag is full']]));
});

test('where the bag’s own script is lost its link leads to its page', () => {
  document.body.innerHTML =
    '<astro-island><a href="/cart" data-bag-link></a></astro-island><astro-island id="other"></astro-island>';
  const link = document.querySelector('a')!;
  const followed = vi.fn((event: Event) => event.preventDefault());
  link.addEventListener('click', followed);
  const fail = (island: Element) =>
    island.dispatchEvent(new Event('astro:hydration-error', { bubbles: true, cancelable: true }));
  openBag('dropdown');
  fail(document.getElementById('other')!);
  expect([followed.mock.calls.length, $bagView.get()]).toEqual([0, 'dropdown']);
  fail(link.parentElement!);
  expect([followed.mock.calls.length, $bagView.get()]).toEqual([1, 'closed']);
});

test('a part is fetched a second time before it is lost', async () => {
  const load = vi.fn(async () => 'here').mockRejectedValueOnce(new Error('lost'));
  const { result } = renderHook(() => useLazyModule(load, 'now'));
  await waitFor(() => expect(result.current).toEqual({ module: 'here', isLost: false }));
  const never = vi.fn(async () => lose());
  const other = renderHook(() => useLazyModule(never, 'now'));
  await waitFor(() => expect(other.result.current.isLost).toBe(true));
  expect(never).toHaveBeenCalledTimes(2);
});

test('the bag says which of its parts are lost: the coupon’s form, the row of a bundle, the empty view', async () => {
  render(<Coupon shown={shownBag(mug)} texts={own} />);
  fireEvent.click(document.querySelector('.bag-coupon button')!);
  const notice = () => document.querySelector('.bag-notice')?.textContent;
  await waitFor(() => expect([notice(), live()]).toEqual([lost, lost]));
  cleanup();
  const part = { type: 2, code: 'SET', group: 'SET' };
  render(
    <BagList
      selection="shown"
      shown={shownBag({ ...mug, ...part }, { ...mug, sku_id: 72, ...part })}
      texts={own}
    />,
  );
  await waitFor(() => expect(notice()).toBe(lost));
  cleanup();
  render(<BagBody isDrawer={false} shown={shownBag()} shop={islandShop} texts={words} />);
  await waitFor(() => expect(document.body.textContent).toContain('Your shopping cart is empty'));
});
