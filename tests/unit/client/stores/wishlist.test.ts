// @vitest-environment happy-dom
/** A device's wishlist, also with failing storage, and its merge with the account's (R170). */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fillStorage, forbidStorage, inNewTab, writeElsewhere } from './storage.ts';

const newTab = () => inNewTab(() => import('#client/stores/wishlist.ts'));
const newSync = () =>
  inNewTab(async () => ({
    ...(await import('#client/stores/wishlist.ts')),
    ...(await import('#client/wishlist/sync-wishlist.ts')),
  }));
const ids = (wishes: readonly { product: number }[]) => wishes.map(({ product }) => product).sort();
const stored = () => JSON.parse(localStorage.getItem('wishlist') ?? 'null');

let allow = () => {};
beforeEach(() => localStorage.clear());
afterEach(() => {
  allow();
  allow = () => {};
  vi.unstubAllGlobals();
});

test('is written with its version, and nothing is written by looking [R170]', async () => {
  const { $wishlist: $wishes, addToWishlist: addWish } = await newTab();
  expect($wishes.get()).toEqual([]);
  expect(stored()).toBeNull();
  expect(addWish(3, 31)).toBe(true);
  expect(stored()).toMatchObject({ version: 1, wishes: [{ product: 3, variant: 31, state: 'new' }] });
  expect(ids((await newTab()).$wishlist.get())).toEqual([3]);
});

test('keeps what two tabs put in, and hears what another one does [R170]', async () => {
  const one = await newTab();
  one.$wishlist.listen(() => {});
  one.addToWishlist(1, 0);
  const other = await newTab();
  other.addToWishlist(2, 0);
  // The other tab's event has not arrived yet.
  one.addToWishlist(3, 0);
  expect(ids(stored().wishes)).toEqual([1, 2, 3]);
  writeElsewhere(
    'wishlist',
    JSON.stringify({ version: 1, wishes: [{ product: 9, variant: 0, at: 1, state: 'new' }] }),
  );
  expect(ids(one.$wishlist.get())).toEqual([9]);
  writeElsewhere('wishlist', null);
  expect(one.$wishlist.get()).toEqual([]);
});

test('lives in this page where the storage is full or forbidden [R170]', async () => {
  fillStorage();
  const full = await newTab();
  full.addToWishlist(1, 0);
  full.addToWishlist(2, 0);
  full.removeFromWishlist(1);
  expect(ids(full.$wishlist.get())).toEqual([2]);
  expect(stored()).toBeNull();
  vi.unstubAllGlobals();
  allow = forbidStorage();
  const forbidden = await newTab();
  forbidden.addToWishlist(4, 0);
  expect(ids(forbidden.$wishlist.get())).toEqual([4]);
});

test('is told to the account once there is a login, and takes over what that has [R170]', async () => {
  const {
    addToWishlist: addWish,
    removeFromWishlist: removeWish,
    syncWishlist,
    $wishlist: $wishes,
  } = await newSync();
  const answer = { list: [{ product_id: 5, variant_id: 0, added_at: 50 }], share_url: '/wishlist?share=x' };
  const bodies: unknown[] = [];
  const fetched = vi.fn(async (_: string, { body }: { body: string }) => {
    bodies.push(JSON.parse(body));
    return Response.json({ code: 0, msg: '', data: answer });
  });
  vi.stubGlobal('fetch', fetched);
  addWish(1, 11);
  expect(await syncWishlist()).toBeNull();
  expect(fetched).not.toHaveBeenCalled();

  localStorage.setItem('frontToken', 'session-cookie');
  expect(await syncWishlist()).toBe('/wishlist?share=x');
  expect(bodies[0]).toMatchObject({ add: [{ product_id: 1, variant_id: 11 }], remove: [] });
  expect($wishes.get()).toEqual([{ product: 5, variant: 0, at: 50 }]);
  removeWish(5);
  await syncWishlist();
  expect(bodies[1]).toEqual({ add: [], remove: [5] });

  // A failed response loses no items, and after a logout during the request no account data stays on the device.
  addWish(6, 0);
  fetched.mockImplementationOnce(async () => Response.json({ code: 10110, msg: '', data: null }));
  expect(await syncWishlist()).toBeNull();
  expect(ids($wishes.get())).toEqual([5, 6]);
  fetched.mockImplementationOnce(async () => {
    localStorage.clear();
    return Response.json({ code: 0, msg: '', data: answer });
  });
  expect(await syncWishlist()).toBeNull();
  expect(stored()).toBeNull();
});
