/**
 * Where persistent stores keep what they hold: the browser's storage, and the memory of this page for what cannot be stored. They
 * follow other tabs and the back-forward cache.
 */
import { type PersistentEvent, setPersistentEngine } from '@nanostores/persistent';
import { local } from './storage.ts';

const listening = new Map<string, AbortController>();

setPersistentEngine(
  new Proxy<Record<string, string>>(
    {},
    {
      has: (_, key: string) => local.get(key) !== null,
      get: (_, key: string) => local.get(key) ?? undefined,
      set(_, key: string, value: string) {
        local.set(key, value);
        return true;
      },
      deleteProperty(_, key: string) {
        local.remove(key);
        return true;
      },
    },
  ),
  {
    addEventListener(key, hear, restore) {
      // The server has no shopper.
      if (typeof window === 'undefined') return;
      // A store is left a second after its last reader: by then there may be no window to take a listener off.
      const leaving = new AbortController();
      const { signal } = leaving;
      listening.set(key, leaving);
      // What others could store is newer than what this page could not.
      const onStorage = (event: StorageEvent) => {
        if (event.key === key || event.key === null) local.forget(key);
        hear(event as PersistentEvent);
      };
      window.addEventListener('storage', onStorage, { signal });
      window.addEventListener('pageshow', restore, { signal });
    },
    removeEventListener: (key) => listening.get(key)?.abort(),
  },
);
