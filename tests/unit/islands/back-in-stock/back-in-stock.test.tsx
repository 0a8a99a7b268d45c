// @vitest-environment happy-dom
/** The page linked from back-in-stock emails (R150). */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import BackInStock from '#islands/back-in-stock/BackInStock.tsx';
import * as codes from '#lib/contract/codes.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** @param asked records each requested URL */
function open(code: string, asked: string[]) {
  history.replaceState(null, '', `/pages/back-in-stock?code=${code}`);
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    const isForgotten = address.includes('/forget');
    return Response.json(
      isForgotten
        ? { code: 0, msg: '', data: null }
        : { code: codes.badLink, msg: 'This link is no longer valid.', data: null },
    );
  });
  render(<BackInStock texts={{}} />);
}

test('a link whose wait is gone still forgets the address it was sent to', async () => {
  const asked: string[] = [];
  open('abc', asked);
  await screen.findByText('This link is no longer valid.');
  fireEvent.click(screen.getByRole('button', { name: 'Delete my address' }));
  await screen.findByText('Your address is forgotten. We will not write again.');
  expect(asked.at(-1)).toContain('/back-in-stock/forget?code=abc');
  expect(screen.queryByRole('button')).toBeNull();
});

test('an address without a code has nothing to forget', async () => {
  const asked: string[] = [];
  open('', asked);
  await waitFor(() => expect(screen.getByText('This link is no longer valid.')).toBeTruthy());
  expect([asked.length, screen.queryByRole('button')]).toEqual([1, null]);
});
