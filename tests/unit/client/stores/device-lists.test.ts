// @vitest-environment happy-dom
/** Viewed products and liked reviews as a device stores them, also with failing storage. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fillStorage, forbidStorage, inNewTab, writeElsewhere } from './storage.ts';

const viewedTab = async () => {
  const { $viewedProductIds, addViewedProduct } = await inNewTab(() => import('#client/stores/viewed.ts'));
  return { $list: $viewedProductIds, add: (id: number) => addViewedProduct(id) };
};
const likedTab = async () => {
  const { $likedReviewIds, rememberLike } = await inNewTab(() => import('#client/stores/liked.ts'));
  return { $list: $likedReviewIds, add: (id: number) => rememberLike(id, true), rememberLike };
};

/** Entries of these ids, given oldest first, in the order in which each list stores them. */
const lists = [
  {
    name: 'products that were looked at',
    key: 'recently_viewed',
    newTab: viewedTab,
    entries: (...ids: number[]): unknown[] => ids.toReversed(),
    most: 12,
  },
  {
    name: 'reviews that were liked',
    key: 'liked_reviews',
    newTab: likedTab,
    entries: (...ids: number[]): unknown[] => ids,
    most: 500,
  },
];

test('products that an earlier version stored whole stay in the list', async () => {
  localStorage.setItem('recently_viewed', JSON.stringify([{ id: 9, title: 'Mug' }, 4]));
  const { $list } = await viewedTab();
  expect($list.get()).toEqual([9, 4]);
});

let allow = () => {};
beforeEach(() => localStorage.clear());
afterEach(() => {
  allow();
  vi.unstubAllGlobals();
});

describe.each(lists)('$name', ({ key, newTab, entries, most }) => {
  const stored = () => JSON.parse(localStorage.getItem(key) ?? 'null');

  test('are none on a new device, and nothing is written by looking', async () => {
    const { $list } = await newTab();
    expect($list.get()).toEqual([]);
    expect(stored()).toBeNull();
  });

  test('are read and written as devices have always stored them', async () => {
    localStorage.setItem(key, JSON.stringify(entries(1, 2)));
    const { $list, add } = await newTab();
    expect($list.get()).toEqual(entries(1, 2));
    add(1);
    expect($list.get()).toEqual(entries(2, 1));
    expect(localStorage.getItem(key)).toBe(JSON.stringify(entries(2, 1)));
  });

  test('are only the newest ones', async () => {
    const { $list, add } = await newTab();
    const ids = Array.from({ length: most + 2 }, (_, at) => at + 1);
    for (const id of ids) add(id);
    expect($list.get()).toEqual(entries(...ids.slice(2)));
    expect(stored()).toEqual(entries(...ids.slice(2)));
  });

  test.each(['{', 'null', '7', '{"length":1}', '"text"'])('begin anew where %s is stored', async (text) => {
    localStorage.setItem(key, text);
    const { $list, add } = await newTab();
    expect($list.get()).toEqual([]);
    add(3);
    expect(stored()).toEqual(entries(3));
  });

  test('leave out what is no entry, whoever wrote it', async () => {
    const mixed = JSON.stringify([null, 'x', {}, [], 1.5, { id: '9' }, ...entries(4)]);
    localStorage.setItem(key, mixed);
    const { $list } = await newTab();
    expect($list.get()).toEqual(entries(4));
    $list.listen(() => {});
    writeElsewhere(key, JSON.stringify([...entries(5), null]));
    expect($list.get()).toEqual(entries(5));
    writeElsewhere(key, '{');
    expect($list.get()).toEqual([]);
  });

  test('follow other tabs while somebody looks', async () => {
    const { $list } = await newTab();
    const seen: unknown[] = [];
    $list.listen((list) => seen.push(list));
    writeElsewhere(key, JSON.stringify(entries(6)));
    writeElsewhere(key, null);
    writeElsewhere('another key', 'x');
    localStorage.setItem(key, JSON.stringify(entries(7)));
    // No storage event reports changes made while the page was in the back-forward cache.
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    localStorage.clear();
    dispatchEvent(new StorageEvent('storage', { key: null }));
    expect(seen.slice(0, 2)).toEqual([entries(6), []]);
    expect(seen.slice(-2)).toEqual([entries(7), []]);
  });

  test('lose nothing that another tab added at the same moment', async () => {
    const here = await newTab();
    const there = await newTab();
    here.$list.listen(() => {});
    there.$list.listen(() => {});
    here.add(1);
    // No event has reported the first entry.
    there.add(2);
    expect(there.$list.get()).toEqual(entries(1, 2));
    expect(stored()).toEqual(entries(1, 2));
  });

  test('are kept by the page where the storage is full, and what another tab could store is newer', async () => {
    localStorage.setItem(key, JSON.stringify(entries(1)));
    fillStorage();
    const { $list, add } = await newTab();
    add(2);
    add(3);
    expect($list.get()).toEqual(entries(1, 2, 3));
    expect(stored()).toEqual(entries(1));
    $list.listen(() => {});
    vi.unstubAllGlobals();
    writeElsewhere(key, JSON.stringify(entries(1, 8)));
    expect($list.get()).toEqual(entries(1, 8));
    add(9);
    expect(stored()).toEqual(entries(1, 8, 9));
  });

  test('are kept by the page where the storage is forbidden', async () => {
    allow = forbidStorage();
    const { $list, add } = await newTab();
    expect($list.get()).toEqual([]);
    add(1);
    add(2);
    expect($list.get()).toEqual(entries(1, 2));
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect($list.get()).toEqual(entries(1, 2));
  });
});

test('a like that is taken back is forgotten [PDP-18]', async () => {
  const { $list, rememberLike } = await likedTab();
  rememberLike(5, true);
  rememberLike(6, true);
  rememberLike(5, false);
  expect($list.get()).toEqual([6]);
  expect(localStorage.getItem('liked_reviews')).toBe('[6]');
});
