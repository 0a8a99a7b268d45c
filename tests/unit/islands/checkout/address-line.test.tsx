// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AddressLine } from '#islands/checkout/AddressLine.tsx';

const chosen = { address1: '12 Elm St', city: 'Portland' };
const answers: Record<string, unknown> = {
  '/api/v1/google-map/detail': chosen,
  '/api/v1/google-map': [
    { place_id: 'a', description: '12 Elm St, Portland', attribution: 'Google Maps' },
    { place_id: 'b', description: '12 Elm St, Porto', attribution: 'Google Maps' },
  ],
};

let asked: URL[];

beforeEach(() => {
  asked = [];
  vi.useFakeTimers();
  vi.stubGlobal('fetch', (address: string) => {
    const url = new URL(address, 'https://shop.example');
    asked.push(url);
    return Promise.resolve(Response.json({ code: 0, msg: '', data: answers[url.pathname] }));
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Types a street and shows its suggestions. */
async function suggesting() {
  const onPick = vi.fn();
  const nothing = () => {};
  render(
    <AddressLine
      name="address1"
      autoComplete="shipping address-line1"
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
  /** @returns whether the browser performs the key's default action */
  const press = (key: string) => fireEvent.keyDown(street, { key });
  return { press, onPick };
}

test('Enter on a suggestion takes it and does not send the form as well [CHK-19]', async () => {
  const { press, onPick } = await suggesting();
  press('ArrowDown');
  expect(press('Enter')).toBe(false);
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(onPick).toHaveBeenCalledExactlyOnceWith(chosen);
  expect(screen.queryAllByRole('option')).toEqual([]);
});

test('Enter sends the form while no suggestion is chosen', async () => {
  const { press, onPick } = await suggesting();
  expect(press('Enter')).toBe(true);
  expect(onPick).not.toHaveBeenCalled();
});

test('one search is one session of the provider, whose name stands below and is no choice [API-040, API-041]', async () => {
  const { press } = await suggesting();
  expect(document.querySelector('.suggestions-by')?.textContent).toBe('Google Maps');
  press('ArrowDown');
  press('Enter');
  await act(() => vi.advanceTimersByTimeAsync(0));
  fireEvent.input(screen.getByRole('combobox'), { target: { value: '13 Elm' } });
  await act(() => vi.advanceTimersByTimeAsync(300));
  const sessions = asked.map(({ searchParams }) => searchParams.get('session_token'));
  expect(asked.map(({ pathname }) => pathname.split('/').at(-1))).toEqual([
    'google-map',
    'detail',
    'google-map',
  ]);
  expect(sessions[0]).toMatch(/^[\w-]{32,36}$/);
  expect(sessions[1]).toBe(sessions[0]);
  expect(sessions[2]).not.toBe(sessions[0]);
});
