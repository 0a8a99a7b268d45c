/** The browser's storage in tests of stores: other tabs and failures. */
import { vi } from 'vitest';

/** Imports with fresh modules, as another tab does; the storage is shared. */
export function inNewTab<Module>(load: () => Promise<Module>): Promise<Module> {
  vi.resetModules();
  return load();
}

/** Writes as another tab; null removes the key. */
export function writeElsewhere(key: string, newValue: string | null): void {
  if (newValue === null) localStorage.removeItem(key);
  else localStorage.setItem(key, newValue);
  dispatchEvent(new StorageEvent('storage', { key, newValue }));
}

/** Makes each write fail because the storage is full; reading works. `vi.unstubAllGlobals` ends it. */
export function fillStorage(): void {
  const storage = localStorage;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.getItem(key),
    removeItem: (key: string) => storage.removeItem(key),
    setItem() {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
}

/** Makes every access to the storage throw. @returns a function that allows access again */
export function forbidStorage(): () => void {
  const allowed = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')!;
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get() {
      throw new DOMException('forbidden', 'SecurityError');
    },
  });
  return () => void Object.defineProperty(globalThis, 'localStorage', allowed);
}
