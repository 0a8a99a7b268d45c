/**
 * Storage engine of the persistent stores: browser storage, with the page's memory as a fallback. Stores update when another tab
 * changes them, and when the page is restored from the back-forward cache.
 */
import { type PersistentEvent, setPersistentEngine } from '@nanostores/persistent';
import { safeLocalStorage } from './storage.ts';

const listening = new Map<string, AbortController>();

setPersistentEngine(
  new Proxy<Record<string, string>>(
    {},
    {
      has: (_, key: string) => safeLocalStorage.get(key) !== null,
      get: (_, key: string) => safeLocalStorage.get(key) ?? undefined,
      set(_, key: string, value: string) {
        safeLocalStorage.set(key, value);
        return true;
      },
      deleteProperty(_, key: string) {
        safeLocalStorage.remove(key);
        return true;
      },
    },
  ),
  {
    addEventListener(key, listener, restore) {
      // The server has no storage events to listen to.
      if (typeof window === 'undefined') return;
      // Nanostores unmounts a store one second after its last listener is removed; `window` may be gone by then, so an abort signal
      // removes the event listeners.
      const leaving = new AbortController();
      const { signal } = leaving;
      listening.set(key, leaving);
      // A value stored by another tab is newer than this page's value in memory.
      const onStorage = (event: StorageEvent) => {
        if (event.key === key || event.key === null) safeLocalStorage.forget(key);
        listener(event as PersistentEvent);
      };
      window.addEventListener('storage', onStorage, { signal });
      window.addEventListener('pageshow', restore, { signal });
    },
    removeEventListener: (key) => listening.get(key)?.abort(),
  },
);
