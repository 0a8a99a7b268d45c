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
  forget(key: string): void;
  remove(key: string): void;
  /** Reads it and removes it. */
  take(key: string): string | null;
}

type Kept = Pick<Storage, 'getItem' | 'setItem'> & Partial<Pick<Storage, 'removeItem'>>;

/** What a stored text says; null for nothing, and for what is no JSON. */
export function readJson(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text || 'null');
  } catch {
    return null;
  }
}

/** @param open returns the storage; may throw, as `window.localStorage` does where it is forbidden */
export function deviceStorage(open: () => Kept): DeviceStorage {
  const unsaved = new Map<string, string>();
  const device: DeviceStorage = {
    get(key) {
      const own = unsaved.get(key);
      if (own !== undefined) return own;
      try {
        return open().getItem(key);
      } catch {
        return null;
      }
    },
    set(key, value) {
      try {
        open().setItem(key, value);
        unsaved.delete(key);
        return true;
      } catch {
        unsaved.set(key, value);
        return false;
      }
    },
    forget(key) {
      unsaved.delete(key);
    },
    remove(key) {
      unsaved.delete(key);
      try {
        open().removeItem?.(key);
      } catch {
        // Where storage is forbidden nothing is stored.
      }
    },
    take(key) {
      const text = device.get(key);
      device.remove(key);
      return text;
    },
  };
  return device;
}
