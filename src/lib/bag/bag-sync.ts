/**
 * Synchronises the bag between tabs. A change is written immediately, on top of the bag that is in storage at that moment. If another tab
 * reads before that write and writes after it, the change is overwritten. Its id is then missing from `changes`, so this module applies the
 * change again, under a lock that all tabs share. Not @nanostores/persistent: see docs/decisions/16-bag.md.
 */
import { atom, type ReadableAtom } from 'nanostores';
import type { DeviceStorage } from '../storage/device-storage.ts';
import { type Bag, bagKey, decodeBag, emptyBag, encodeBag, maxStoredIds } from './bag-codec.ts';
import type { BagChange } from './changes.ts';

/**
 * How long after a change a late write by another tab can still overwrite it, ms. On a busy machine, such writes took over 5 s to arrive.
 */
const settlingTime = 30_000;

export interface BagStoreOptions {
  storage: DeviceStorage;
  /** Runs `work` under a lock shared by all tabs; browsers without the Web Locks API run it immediately. */
  exclusively(work: () => void): Promise<void>;
  makeId(): string;
  now(): number;
}

export interface BagStore {
  $bag: ReadableAtom<Bag>;
  /** False while the browser cannot store the bag; the bag then lasts only until the page is closed. */
  $isSaved: ReadableAtom<boolean>;
  /** Applies a change. When this returns, the bag has been stored and `$bag` updated. */
  change(change: BagChange): Bag;
  /**
   * Reads the stored bag again and reapplies overwritten changes; called after another tab changed it, or when the page becomes visible
   * again.
   */
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
    // Saved changes older than settlingTime are not checked: the bag stores a limited number of ids, so a missing id does not prove that
    // the change was overwritten.
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
