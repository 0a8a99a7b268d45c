/**
 * Where persistent stores keep what they hold: the browser's storage, and the memory of this page for what cannot be
 * stored. They hear other tabs, the back-forward cache, and plain lines of this page, which write without a store: an event
 * named as the key says that they wrote, `data-…-unsaved` of the root what they could not store.
 */
import { type PersistentEvent, setPersistentEngine } from '@nanostores/persistent';
import { deviceStorage } from '#lib/storage/device-storage.ts';

/** The storage as every store reads it; on the server there is nothing in it. */
export const device = deviceStorage(() => ({
  getItem: (key) => document.documentElement.dataset[`${key}Unsaved`] ?? localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
  removeItem: (key) => localStorage.removeItem(key),
}));

const listening = new Map<string, AbortController>();

setPersistentEngine(
  new Proxy<Record<string, string>>(
    {},
    {
      has: (_, key: string) => device.get(key) !== null,
      get: (_, key: string) => device.get(key) ?? undefined,
      set(_, key: string, value: string) {
        device.set(key, value);
        return true;
      },
      deleteProperty(_, key: string) {
        device.remove(key);
        return true;
      },
    },
  ),
  {
    addEventListener(key, hear, restore) {
      // The server has no shopper.
      if (typeof window === 'undefined') return;
      // A store is left a second after its last reader: by then there may be no window to take a listener off.
      const left = new AbortController();
      const { signal } = left;
      listening.set(key, left);
      // What others could store is newer than what this page could not.
      const onStorage = (event: StorageEvent) => {
        if (event.key === key || event.key === null) device.forget(key);
        hear(event as PersistentEvent);
      };
      const onPlainLine = () => {
        device.forget(key);
        restore();
      };
      window.addEventListener('storage', onStorage, { signal });
      window.addEventListener(key, onPlainLine, { signal });
      window.addEventListener('pageshow', restore, { signal });
    },
    removeEventListener: (key) => listening.get(key)?.abort(),
  },
);
