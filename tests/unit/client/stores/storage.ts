/** The browser's storage as tests of stores need it: a tab of its own, and what can go wrong. */
import { vi } from 'vitest';

/** What `load` imports, as another tab has it: modules of its own, the same storage. */
export function inNewTab<Module>(load: () => Promise<Module>): Promise<Module> {
  vi.resetModules();
  return load();
}

/** Another tab wrote; null for having removed it. */
export function writeElsewhere(key: string, newValue: string | null): void {
  if (newValue === null) localStorage.removeItem(key);
  else localStorage.setItem(key, newValue);
  dispatchEvent(new StorageEvent('storage', { key, newValue }));
}

/** Nothing more can be stored; what is stored can be read. `vi.unstubAllGlobals` ends it. */
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

/** Looking at the storage is refused. @returns ends it */
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
