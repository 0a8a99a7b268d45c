// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AddressLine } from '#islands/checkout/AddressLine.tsx';

const address = { address1: '12 Elm St', city: 'Portland' };
const answers: Record<string, unknown> = {
  '/api/v1/google-map/detail': address,
  '/api/v1/google-map': [
    { place_id: 'a', description: '12 Elm St, Portland' },
    { place_id: 'b', description: '12 Elm St, Porto' },
  ],
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', (asked: string) => {
    const path = new URL(asked, 'https://shop.example').pathname;
    return Promise.resolve(Response.json({ code: 0, msg: '', data: answers[path] }));
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A street typed, and what is suggested for it shown. */
async function suggesting() {
  const onPick = vi.fn();
  const nothing = () => {};
  render(
    <AddressLine
      value=""
      country="US"
      error={undefined}
      onType={nothing}
      onLeave={nothing}
      onPick={onPick}
    />,
  );
  const street = screen.getByRole('combobox');
  fireEvent.input(street, { target: { value: '12 Elm' } });
  await act(() => vi.advanceTimersByTimeAsync(300));
  expect(screen.getAllByRole('option')).toHaveLength(2);
  /** @returns whether the browser then does what it does by itself with the key */
  const press = (key: string) => fireEvent.keyDown(street, { key });
  return { press, onPick };
}

test('Enter on a suggestion takes it and does not send the form as well [CHK-19]', async () => {
  const { press, onPick } = await suggesting();
  press('ArrowDown');
  expect(press('Enter')).toBe(false);
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(onPick).toHaveBeenCalledExactlyOnceWith(address);
  expect(screen.queryAllByRole('option')).toEqual([]);
});

test('Enter sends the form while no suggestion is chosen', async () => {
  const { press, onPick } = await suggesting();
  expect(press('Enter')).toBe(true);
  expect(onPick).not.toHaveBeenCalled();
});
