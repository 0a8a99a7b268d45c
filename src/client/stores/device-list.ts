import { persistentAtom } from '@nanostores/persistent';
import type { ReadableAtom } from 'nanostores';
import { readJson } from '#lib/storage/device-storage.ts';
import { local } from './storage.ts';
import './engine.ts';

interface DeviceList<Entry> {
  $list: ReadableAtom<readonly Entry[]>;
  /** Changes what the storage holds now: another tab's change may not have been heard yet. */
  change(how: (entries: readonly Entry[]) => readonly Entry[]): void;
}

/**
 * A list stored on this device, the same in all tabs.
 * @param key of the storage
 * @param sound leaves out of what is stored there what is no entry
 */
export function deviceList<Entry>(key: string, sound: (stored: unknown[]) => Entry[]): DeviceList<Entry> {
  const decode = (text: string): readonly Entry[] => {
    const stored = readJson(text);
    return Array.isArray(stored) ? sound(stored) : [];
  };
  const $list = persistentAtom<readonly Entry[]>(key, [], { decode, encode: JSON.stringify });
  return { $list, change: (how) => $list.set(how(decode(local.get(key) ?? ''))) };
}
