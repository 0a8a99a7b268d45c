import type { WireImage } from '#lib/contract/product.ts';
import type { Section } from '../read-sections.ts';
import { schema } from './schema.ts';

/** Returns the image of the first banner, for link previews of the page; null for none. */
export function findFirstBannerImage(sections: readonly Section[]): WireImage | null {
  const banner = schema.safeParse(sections.find(({ name }) => name === 'banner')?.fields);
  return banner.data?.items[0]?.picture ?? null;
}
