import { describe, expect, test } from 'vitest';
import { type Bag, decodeBag, maxStoredIds } from '#lib/bag/bag-codec.ts';
import { type BagStore, createBagStore } from '#lib/bag/bag-sync.ts';
import { countUnits } from '#lib/bag/capacity.ts';
import {
  addBagLine,
  removeBagLine,
  removeOrderedLines,
  setCoupon,
  withDeclinedEntry,
} from '#lib/bag/changes.ts';
import { swapGifts } from '#lib/bag/gifts.ts';
import { createDeviceStorage } from '#lib/storage/device-storage.ts';
import { fc } from '../../../fast-check.ts';
import { bowl, gift, makeId, mug } from './fixtures.ts';

/** Simulates a browser's storage with several tabs: each reads its own copy, and `deliver` sends each write to the others. */
function browser() {
  const tabs: { copy: Map<string, string>; store: BagStore; inbox: string[] }[] = [];
  let time = 0;
  const openTab = () => {
    const copy = new Map(tabs[0]?.copy);
    const write = (key: string, value: string) => {
      copy.set(key, value);
      for (const other of tabs) if (other.copy !== copy) other.inbox.push(value);
    };
    const storage = createDeviceStorage(() => ({ getItem: (key) => copy.get(key) ?? null, setItem: write }));
    const store = createBagStore({ storage, makeId, now: () => time, exclusively: async (work) => work() });
    tabs.push({ copy, store, inbox: [] });
    return store;
  };
  return {
    openTab,
    wait: (ms: number) => {
      time += ms;
    },
    /** Delivers writes to the other tabs until none is pending. */
    async deliver() {
      for (let round = 0; tabs.some((tab) => tab.inbox.length > 0); round++) {
        if (round > 2000) throw new Error('the tabs never agree');
        for (const tab of tabs) {
          const value = tab.inbox.shift();
          if (value === undefined) continue;
          tab.copy.set('cart', value);
          await tab.store.reread();
        }
      }
    },
  };
}

const count = (store: BagStore) => countUnits(store.$bag.get().lines);

describe('one tab', () => {
  test('a change is stored before the call returns', () => {
    const stored = new Map<string, string>();
    const storage = createDeviceStorage(() => ({
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => stored.set(key, value),
    }));
    const store = createBagStore({ storage, makeId, now: () => 0, exclusively: async () => {} });
    store.change(addBagLine(mug, makeId));
    expect(decodeBag(stored.get('cart')).lines.map((line) => line.sku_id)).toEqual([101]);
    expect(count(store)).toBe(1);
  });

  test('with a full storage the bag goes on in memory, says so, and is stored when there is room again', () => {
    const stored = new Map<string, string>();
    let isFull = true;
    const setItem = (key: string, value: string) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      stored.set(key, value);
    };
    const storage = createDeviceStorage(() => ({ getItem: (key) => stored.get(key) ?? null, setItem }));
    const store = createBagStore({ storage, makeId, now: () => 0, exclusively: async (work) => work() });
    store.change(addBagLine(mug, makeId));
    store.change(addBagLine(mug, makeId));
    expect([count(store), store.$isSaved.get()]).toEqual([2, false]);
    isFull = false;
    store.change(addBagLine(bowl, makeId));
    expect([count(store), store.$isSaved.get(), decodeBag(stored.get('cart')).lines.length]).toEqual([
      3,
      true,
      2,
    ]);
  });

  test('what a full storage could not keep stays in the bag, however long ago it was changed', async () => {
    let time = 0;
    const setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const storage = createDeviceStorage(() => ({ getItem: () => null, setItem }));
    const store = createBagStore({
      storage,
      makeId,
      now: () => time,
      exclusively: async (work) => work(),
    });
    store.change(addBagLine(mug, makeId));
    time += 60_000;
    await store.reread();
    expect([count(store), store.$isSaved.get()]).toEqual([1, false]);
  });

  test('where storage is forbidden the bag still works', () => {
    const storage = createDeviceStorage(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    const store = createBagStore({ storage, makeId, now: () => 0, exclusively: async (work) => work() });
    store.change(addBagLine(mug, makeId));
    expect([count(store), store.$isSaved.get()]).toEqual([1, false]);
  });

  test('however much is changed in a page that can keep nothing, nothing is done twice', () => {
    const storage = createDeviceStorage(() => {
      throw new Error('denied');
    });
    const store = createBagStore({ storage, makeId, now: () => 0, exclusively: async (work) => work() });
    for (let turn = 0; turn < 70; turn += 1) store.change(addBagLine(mug, makeId));
    expect(count(store)).toBe(70);
  });

  test('a change that changes nothing writes nothing', () => {
    let writes = 0;
    const storage = createDeviceStorage(() => ({
      getItem: () => null,
      setItem: () => {
        writes++;
      },
    }));
    const store = createBagStore({ storage, makeId, now: () => 0, exclusively: async (work) => work() });
    store.change((bag) => bag);
    expect(writes).toBe(0);
  });
});

describe('several tabs', () => {
  test.each([10, 100])('two tabs adding %i each at the same moment end with twice as many', async (each) => {
    const shop = browser();
    const [a, b] = [shop.openTab(), shop.openTab()];
    for (let n = 0; n < each; n++) {
      a.change(addBagLine(mug, makeId));
      b.change(addBagLine(mug, makeId));
    }
    await shop.deliver();
    expect([count(a), count(b)]).toEqual([2 * each, 2 * each]);
  });

  test('after more changes than are remembered the latest are known: none is lost, none done twice', async () => {
    const shop = browser();
    const [a, b] = [shop.openTab(), shop.openTab()];
    for (let n = 0; n < maxStoredIds; n++) {
      a.change(addBagLine(mug, makeId));
      // Each change settles before the next one.
      shop.wait(31_000);
    }
    await shop.deliver();
    a.change(addBagLine(mug, makeId));
    b.change(addBagLine(bowl, makeId));
    await shop.deliver();
    expect([count(a), count(b)]).toEqual([maxStoredIds + 2, maxStoredIds + 2]);
  });

  test('whatever the order in which writes arrive, no addition is lost and none is doubled', async () => {
    const step = fc.tuple(fc.nat(2), fc.constantFrom(mug, bowl), fc.boolean());
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const shop = browser();
        const tabs = [shop.openTab(), shop.openTab(), shop.openTab()];
        for (const [tab, line, arrives] of steps) {
          tabs[tab]!.change(addBagLine(line, makeId));
          if (arrives) await shop.deliver();
        }
        await shop.deliver();
        expect(tabs.map(count)).toEqual([steps.length, steps.length, steps.length]);
      }),
    );
  });

  test('an addition survives a write of another tab that arrives many seconds later', async () => {
    const shop = browser();
    const [a, b] = [shop.openTab(), shop.openTab()];
    a.change(addBagLine(mug, makeId));
    b.change(addBagLine(bowl, makeId));
    shop.wait(20_000);
    await shop.deliver();
    expect([count(a), count(b)]).toEqual([2, 2]);
  });

  test('a deletion in one tab survives an addition in another', async () => {
    const shop = browser();
    const [a, b] = [shop.openTab(), shop.openTab()];
    a.change(addBagLine(mug, makeId));
    await shop.deliver();
    const line = b.$bag.get().lines[0]!;
    a.change(removeBagLine(line));
    b.change(addBagLine(bowl, makeId));
    await shop.deliver();
    expect(a.$bag.get().lines.map((entry) => entry.sku_id)).toEqual([201]);
    expect(b.$bag.get().lines.map((entry) => entry.sku_id)).toEqual([201]);
  });

  test('an order is taken out once although every tab is told', async () => {
    const shop = browser();
    const [a, b] = [shop.openTab(), shop.openTab()];
    a.change(addBagLine({ ...mug, quantity: 2 }, makeId));
    await shop.deliver();
    const ordered = a.$bag.get().lines;
    a.change(addBagLine(mug, makeId));
    a.change(removeOrderedLines('A1', ordered));
    b.change(removeOrderedLines('A1', ordered));
    await shop.deliver();
    expect([count(a), count(b)]).toEqual([1, 1]);
  });

  test('what another tab undoes later stays undone', async () => {
    const shop = browser();
    const [a, b] = [shop.openTab(), shop.openTab()];
    a.change(addBagLine(mug, makeId));
    await shop.deliver();
    shop.wait(31_000);
    b.change(removeBagLine(b.$bag.get().lines[0]!));
    await shop.deliver();
    expect([count(a), count(b)]).toEqual([0, 0]);
  });

  /** Adds the bag's one earned gift unless it is in the bag or was declined. */
  const earnOne = () =>
    swapGifts(
      [],
      ({ lines, declined }: Bag) =>
        declined.length > 0 || lines.some((line) => line.extend_params.is_gift === 1) ? [] : [gift()],
      makeId,
    );
  const giftsIn = (store: BagStore) =>
    store.$bag.get().lines.filter((line) => line.extend_params.is_gift === 1).length;

  test('a gift that two tabs add at the same moment comes once', async () => {
    const shop = browser();
    const [a, b] = [shop.openTab(), shop.openTab()];
    a.change(addBagLine(mug, makeId));
    await shop.deliver();
    a.change(earnOne());
    b.change(earnOne());
    await shop.deliver();
    expect([giftsIn(a), giftsIn(b)]).toEqual([1, 1]);
  });

  test('a gift and a coupon that one tab declines are declined in all, whoever writes last', async () => {
    const shop = browser();
    const [a, b] = [shop.openTab(), shop.openTab()];
    a.change(addBagLine(mug, makeId));
    a.change(earnOne());
    a.change(setCoupon('LINEN15', { isFilled: true }));
    await shop.deliver();
    const [line] = a.$bag.get().lines;
    a.change(withDeclinedEntry(removeBagLine(line!), 'gift 7:101', 5));
    a.change(withDeclinedEntry(setCoupon(''), 'coupon LINEN15', 5));
    b.change(addBagLine(bowl, makeId));
    b.change(earnOne());
    await shop.deliver();
    for (const tab of [a, b]) {
      expect(giftsIn(tab)).toBe(0);
      expect(tab.$bag.get().coupon).toBe('');
      expect(tab.$bag.get().declined).toEqual(['5 gift 7:101', '5 coupon LINEN15']);
      expect(count(tab)).toBe(2);
    }
  });
});
