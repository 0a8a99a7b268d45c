import type { PictureData } from '#lib/contract/product.ts';
import type { Section } from '../read-sections.ts';
import { schema } from './schema.ts';

/** The picture a page is known by elsewhere: the first banner's, null where it has none. */
export function leadPicture(sections: readonly Section[]): PictureData | null {
  const banner = schema.safeParse(sections.find(({ name }) => name === 'banner')?.fields);
  return banner.data?.items[0]?.picture ?? null;
}
