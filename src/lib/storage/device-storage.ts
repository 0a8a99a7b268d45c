/**
 * The browser's storage without its accidents: forbidden, full or missing, the page goes on with what it has in memory. It is
 * handed in: rules that keep something run, and are tested, without a browser.
 */

export interface DeviceStorage {
  /** What is stored, or what this page could not store; null for nothing. */
  get(key: string): string | null;
  /** False when the value lives in this page only. */
  set(key: string, value: string): boolean;
  /** Gives up what this page could not store, so that `get` reads the storage again. */
  forget(key: string): unknown;
  remove(key: string): void;
}

type StorageLike = Pick<Storage, 'getItem' | 'setItem'> & Partial<Pick<Storage, 'removeItem'>>;

/** What a stored text says; null for nothing, and for what is no JSON. */
export const readJson = (text: string | null | undefined): unknown =>
  attempt(() => JSON.parse(text || 'null'), null);

/** @param open returns the storage; may throw, as `window.localStorage` does where it is forbidden */
export function deviceStorage(open: () => StorageLike): DeviceStorage {
  const unsaved = new Map<string, string>();
  return {
    get: (key) => unsaved.get(key) ?? attempt(() => open().getItem(key), null),
    set(key, value) {
      unsaved.set(key, value);
      return attempt(() => {
        open().setItem(key, value);
        return unsaved.delete(key);
      }, false);
    },
    forget: (key) => unsaved.delete(key),
    remove(key) {
      unsaved.delete(key);
      attempt(() => open().removeItem?.(key), undefined);
    },
  };
}

function attempt<Value>(work: () => Value, otherwise: Value): Value {
  try {
    return work();
  } catch {
    return otherwise;
  }
}
