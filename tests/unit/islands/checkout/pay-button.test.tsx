// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { checkoutPageTexts } from '#islands/checkout/texts.ts';
import type { CheckoutState } from '#islands/checkout/use-checkout.ts';
import { usePlaceOrder } from '#islands/checkout/use-place-order.ts';
import { createTexts } from '#lib/messages/format.ts';

test('the pay button is free again and says so when something breaks on the way [CR-2]', async () => {
  document.body.innerHTML = '<div id="live" data-lost="Something is missing. Try again."></div>';
  const flush = vi.fn<CheckoutState['flush']>().mockRejectedValue(new Error('A chunk is lost.'));
  const state = { flush, checkout: {}, newest: { current: {} } } as unknown as CheckoutState;
  const { result } = renderHook(() => usePlaceOrder(state, createTexts(checkoutPageTexts), String));
  await act(() => result.current.place(null, {}));
  expect(result.current.isBusy).toBe(false);
  expect(result.current.problem).toEqual({ place: 'form', msg: 'Something is missing. Try again.' });
  flush.mockResolvedValue(false);
  await act(() => result.current.place(null, {}));
  expect(flush).toHaveBeenCalledTimes(2);
  expect(result.current).toMatchObject({ isBusy: false, problem: null });
});
