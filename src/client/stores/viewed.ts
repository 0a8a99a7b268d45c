/** Products viewed on this device; stored on the device only. */
import { deviceList } from './device-list.ts';

export interface Viewed {
  id: number;
  seo_url: string;
  title: string;
  /** Id and px of the original of its first picture; '' for none. */
  picture: string;
  width: number;
  height: number;
}

/** Products remembered. */
const most = 12;

const { $list, change } = deviceList('recently_viewed', (stored) => stored.filter(isViewed).slice(0, most));

/** What was looked at, the newest first. */
export const $viewed = $list;

/** Puts a product in front. */
export function rememberViewed(product: Viewed): void {
  change((viewed) => [product, ...viewed.filter(({ id }) => id !== product.id)].slice(0, most));
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
