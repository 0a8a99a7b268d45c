import type { WireImage } from '#lib/contract/product.ts';
import type { Section } from '../read-sections.ts';
import { schema } from './schema.ts';

/** Returns the picture that represents the page elsewhere: the first banner's, or null. */
export function findFirstBannerImage(sections: readonly Section[]): WireImage | null {
  const banner = schema.safeParse(sections.find(({ name }) => name === 'banner')?.fields);
  return banner.data?.items[0]?.picture ?? null;
}
