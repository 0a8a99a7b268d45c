// @vitest-environment happy-dom
/** Cards of a wishlist: an answer without a list of cards must not look as if the products were gone. */
import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useCards } from '#islands/wishlist/use-cards.ts';

afterEach(() => vi.unstubAllGlobals());

const wishes = [{ product: 5, variant: 203, at: 1 }] as never;
const answers = (body: string | null, status: number) =>
  vi.stubGlobal('fetch', async () => new Response(body, { status }));

test.each([
  ['a page that is missing', null, 404],
  ['a page of somebody else', '<ul><li>Back soon</li></ul>', 200],
] as const)('%s is a failure, and no product is gone [R170]', async (_, body, status) => {
  answers(body, status);
  const { result } = renderHook(() => useCards(wishes));
  await waitFor(() => expect(result.current.hasFailed).toBe(true));
  expect(result.current.list).toBeNull();
});

test('an empty list of cards says that the products are gone [R170]', async () => {
  answers('<ul data-cards></ul>', 200);
  const { result } = renderHook(() => useCards(wishes));
  await waitFor(() => expect(result.current.list).toEqual([]));
});
