// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest';
import { firstLists, firstListsOfBag, loadLists, mostLists } from '#client/recommend/load-lists.ts';

/** A page with this many places; `see` scrolls an element into view. */
function page(count: number, isFilled: (index: number) => boolean = () => true, first = firstLists) {
  document.body.innerHTML = Array.from({ length: count }, (_, at) => `<section id="${at}"></section>`).join(
    '',
  );
  const places = [...document.querySelectorAll('section')];
  for (const place of places.slice(2)) place.hidden = true;
  const loaded: number[] = [];
  const watched = new Map<number, () => void>();
  const loading = loadLists({
    places,
    first,
    fill: async (place) => {
      loaded.push(Number(place.id));
      return isFilled(Number(place.id));
    },
    whenSeen: (element, seen) => {
      watched.set(Number(element.id), seen);
      return () => watched.delete(Number(element.id));
    },
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const see = async (index: number) => {
    watched.get(index)?.();
    await settle();
  };
  const visible = () =>
    places.filter((place) => place.isConnected && !place.hidden).map(({ id }) => Number(id));
  return { loaded, loading, see, settle, visible, watched };
}

describe('recommendation lists', () => {
  beforeEach(() => document.body.replaceChildren());

  test('load two at once and one more each time the last shown comes into view [RECO-08, RECO-10]', async () => {
    const { loaded, see, settle, visible, watched } = page(5);
    expect(loaded).toEqual([0, 1]);
    await settle();
    expect([...watched.keys()]).toEqual([1]);
    expect(visible()).toEqual([0, 1]);
    await see(1);
    expect([loaded, visible(), [...watched.keys()]]).toEqual([[0, 1, 2], [0, 1, 2], [2]]);
    await see(0);
    expect(loaded).toEqual([0, 1, 2]);
    await see(2);
    expect(loaded).toEqual([0, 1, 2, 3]);
  });

  test('load one at once beside the bag, then one more each time [RECO-09]', async () => {
    const { loaded, see, settle } = page(3, () => true, firstListsOfBag);
    await settle();
    expect(loaded).toEqual([0]);
    await see(0);
    expect(loaded).toEqual([0, 1]);
  });

  test('are ten at most, two at once, one beside the bag [RECO-12]', () => {
    expect([mostLists, firstLists, firstListsOfBag]).toEqual([10, 2, 1]);
  });

  test('are never more than ten [RECO-11]', async () => {
    const { loaded, loading, see, settle } = page(12);
    await settle();
    for (let at = 1; at < 12; at++) await see(at);
    await loading;
    expect(loaded).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(document.querySelectorAll('section')).toHaveLength(10);
  });

  test('leave no place behind where there is nothing to show', async () => {
    const { loaded, loading, settle, visible } = page(3, () => false);
    await settle();
    await loading;
    expect([loaded, visible()]).toEqual([[0, 1, 2], []]);
    expect(document.querySelectorAll('section')).toHaveLength(0);
  });
});
