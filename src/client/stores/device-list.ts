import { persistentAtom } from '@nanostores/persistent';
import type { ReadableAtom } from 'nanostores';
import { parseStoredJson } from '#lib/storage/device-storage.ts';
import { safeLocalStorage } from './storage.ts';
import './engine.ts';

interface DeviceList<Entry> {
  $list: ReadableAtom<readonly Entry[]>;
  /** Applies a change to the list in storage, because another tab's change may not have reached this store yet. */
  change(how: (entries: readonly Entry[]) => readonly Entry[]): void;
}

/**
 * Creates a list that is stored on this device and shared by all tabs.
 * @param key storage key
 * @param sound drops invalid entries from the stored list
 */
export function createDeviceList<Entry>(
  key: string,
  sound: (stored: unknown[]) => Entry[],
): DeviceList<Entry> {
  const decode = (text: string): readonly Entry[] => {
    const stored = parseStoredJson(text);
    return Array.isArray(stored) ? sound(stored) : [];
  };
  const $list = persistentAtom<readonly Entry[]>(key, [], { decode, encode: JSON.stringify });
  return { $list, change: (how) => $list.set(how(decode(safeLocalStorage.get(key) ?? ''))) };
}
