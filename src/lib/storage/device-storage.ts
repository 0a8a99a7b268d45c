/**
 * Browser storage that never throws: if storage is forbidden, full or missing, values are kept in memory until the page is closed. It is
 * passed in as a parameter, so that code that uses it can be tested without a browser.
 */

export interface DeviceStorage {
  /** Returns the value from memory if this page could not store it, otherwise the stored value; null if there is none. */
  get(key: string): string | null;
  /** Stores a value. Returns false if the value could only be kept in memory. */
  set(key: string, value: string): boolean;
  /** Drops a value that could not be stored, so that `get` reads browser storage again. */
  forget(key: string): unknown;
  remove(key: string): void;
}

type StorageLike = Pick<Storage, 'getItem' | 'setItem'> & Partial<Pick<Storage, 'removeItem'>>;

/** Parses stored JSON; returns null for an empty or invalid text. */
export const parseStoredJson = (text: string | null | undefined): unknown =>
  attempt(() => JSON.parse(text || 'null'), null);

/**
 * Creates a storage that never throws.
 * @param open returns the browser's storage; may throw, as `window.localStorage` does if storage is forbidden
 */
export function createDeviceStorage(open: () => StorageLike): DeviceStorage {
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
