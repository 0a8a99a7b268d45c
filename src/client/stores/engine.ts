/**
 * Storage engine of the persistent stores: browser storage, with the page's memory as a fallback. Stores follow other tabs and
 * the back-forward cache.
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
      // On the server there is nothing to listen to.
      if (typeof window === 'undefined') return;
      // Nanostores unmounts a store a second after its last listener left: by then `window` may be gone.
      const leaving = new AbortController();
      const { signal } = leaving;
      listening.set(key, leaving);
      // Another tab's stored value is newer than this page's unsaved one.
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
