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
}

/** @param open returns the storage; may throw, as `window.localStorage` does where it is forbidden */
export function deviceStorage(open: () => Pick<Storage, 'getItem' | 'setItem'>): DeviceStorage {
  const unsaved = new Map<string, string>();
  return {
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
  };
}
