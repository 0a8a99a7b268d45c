/** Products this device has looked at, newest first; kept on the device only. Pure but for the storage that is handed in. */
import type { DeviceStorage } from '#lib/storage/device-storage.ts';

export interface Viewed {
  id: number;
  seo_url: string;
  title: string;
  /** Id and px of the original of its first picture; '' for none. */
  picture: string;
  width: number;
  height: number;
}

const key = 'recently_viewed';
/** Products remembered. */
export const mostViewed = 12;

/** What is stored; anything that is not a product is left out. */
export function readViewed(storage: DeviceStorage): Viewed[] {
  try {
    const stored: unknown = JSON.parse(storage.get(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isViewed).slice(0, mostViewed) : [];
  } catch {
    return [];
  }
}

/** Puts a product in front. */
export function rememberViewed(storage: DeviceStorage, product: Viewed): void {
  const others = readViewed(storage).filter(({ id }) => id !== product.id);
  storage.set(key, JSON.stringify([product, ...others].slice(0, mostViewed)));
}

function isViewed(entry: unknown): entry is Viewed {
  const { id, seo_url, title, picture, width, height } = (entry ?? {}) as Record<string, unknown>;
  return (
    Number.isSafeInteger(id) &&
    [seo_url, title, picture].every((text) => typeof text === 'string') &&
    [width, height].every((size) => Number.isSafeInteger(size)) &&
    /^[0-9a-f]*$/.test(picture as string)
  );
}
