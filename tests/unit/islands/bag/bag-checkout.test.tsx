// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { priceBag } from '#client/bag/page-pricing.ts';
import { useCheckout } from '#islands/bag/use-checkout.ts';

beforeEach(async () => {
  await priceBag();
  vi.useFakeTimers();
  const checkout = { token: 'T', web_url: '#checkout' };
  const answer = { code: 0, msg: '', data: { checkout } };
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json(answer)),
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Fires the event with which browsers show a page again. */
function comeBack(persisted: boolean): void {
  const event = Object.assign(new Event('pageshow'), { persisted });
  act(() => void dispatchEvent(event));
}

test('can be ordered again by a shopper who comes back from the checkout by the browser’s button', async () => {
  const { result } = renderHook(() => useCheckout());
  await act(() => result.current.start());
  expect(result.current.isBusy).toBe(true);
  comeBack(false);
  expect(result.current.isBusy).toBe(true);
  comeBack(true);
  expect(result.current.isBusy).toBe(false);
});

test('leads to the checkout 300 ms after its answer, but not where what was pressed is gone before it [CHK-03, CHK-04]', async () => {
  const press = async (isGone: boolean) => {
    location.hash = '';
    const { result, unmount } = renderHook(() => useCheckout());
    let started: Promise<void> | undefined;
    act(() => {
      started = result.current.start();
    });
    if (isGone) unmount();
    await act(() => started!);
    vi.advanceTimersByTime(299);
    expect(location.hash).toBe('');
    vi.advanceTimersByTime(1);
    return location.hash;
  };
  expect(await press(false)).toBe('#checkout');
  expect(await press(true)).toBe('');
});
