/**
 * One bag for all tabs. A change is written at once, on top of the bag in storage at that moment. Another tab may read before
 * that write and write after it, so that the change is lost: its id is then missing from `changes`, and the change is applied
 * again under a lock that all tabs share. Not @nanostores/persistent: see docs/decisions/16-bag.md.
 */
import { atom, type ReadableAtom } from 'nanostores';
import type { DeviceStorage } from '../storage/device-storage.ts';
import { type Bag, bagKey, decodeBag, emptyBag, encodeBag, maxStoredIds } from './bag-codec.ts';
import type { BagChange } from './changes.ts';

/** How long another tab's late write can still undo a change, ms. On a busy machine, writes of another tab took over 5 s to arrive. */
const settlingTime = 30_000;

export interface BagStoreOptions {
  storage: DeviceStorage;
  /** Runs work while no other tab does; browsers without locks run it at once. */
  exclusively(work: () => void): Promise<void>;
  makeId(): string;
  now(): number;
}

export interface BagStore {
  $bag: ReadableAtom<Bag>;
  /** False while the browser cannot store the bag: it then lasts only as long as the page. */
  $isSaved: ReadableAtom<boolean>;
  /** Applies a change; the bag is stored and `$bag` updated when this returns. */
  change(change: BagChange): Bag;
  /** Reads the storage again and reapplies overwritten changes, after another tab wrote or the page became visible again. */
  reread(): Promise<void>;
}

interface Done {
  id: string;
  change: BagChange;
  at: number;
  isSaved: boolean;
}

export function createBagStore({ storage, exclusively, makeId, now }: BagStoreOptions): BagStore {
  const $bag = atom<Bag>(read());
  const $isSaved = atom(true);
  let done: Done[] = [];

  function read(): Bag {
    const text = storage.get(bagKey);
    return text === null ? emptyBag : decodeBag(text);
  }

  function write(bag: Bag): void {
    const isSaved = storage.set(bagKey, encodeBag(bag));
    for (const entry of done) if (isSaved) entry.isSaved = true;
    $isSaved.set(isSaved);
    $bag.set(bag);
  }

  function withChange(bag: Bag, { id, change }: Pick<Done, 'id' | 'change'>): Bag {
    const changed = change(bag);
    return changed === bag ? bag : { ...changed, changes: [...changed.changes, id] };
  }

  function putBack(): void {
    // For an older change, the bag may no longer list its id although it was applied.
    done = done.filter((entry) => !entry.isSaved || now() - entry.at < settlingTime).slice(-maxStoredIds);
    const stored = read();
    const missing = done.filter((entry) => !stored.changes.includes(entry.id));
    const repaired = missing.reduce(withChange, stored);
    if (repaired !== stored) write(repaired);
    else if (encodeBag(stored) !== encodeBag($bag.get())) $bag.set(stored);
  }

  return {
    $bag,
    $isSaved,
    change(change) {
      const entry = { id: makeId(), change, at: now(), isSaved: false };
      const before = read();
      const after = withChange(before, entry);
      if (after === before) return before;
      done.push(entry);
      write(after);
      void exclusively(putBack);
      return after;
    },
    reread() {
      storage.forget(bagKey);
      return exclusively(putBack);
    },
  };
}
