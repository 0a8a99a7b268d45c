/** A picture as pages and the API pass it around; its forms are addressed by pictureUrl. */
export interface Picture {
  /** The start of the SHA-256 of the original. */
  id: string;
  /** px of the original. */
  width: number;
  height: number;
  alt: string;
  /** `#rrggbb` shown until it has loaded. */
  color: string;
}

export type PictureFormat = 'avif' | 'webp' | 'jpeg';

/**
 * Widths, px, that `srcset` offers. They are few, because each must be encoded, and lie just above what screens need in our
 * layouts (lib/media/screens.ts), because wider ones cost bytes.
 */
const offeredWidths = [352, 560, 800, 960, 1440, 1920, 2400, 2880];

/** Widths, px, of thumbnails, of the API, and of earlier versions, whose URLs caches and other sites still hold. */
const furtherWidths = [160, 320, 480, 640, 1280, 1600];

/** Width, px, of the widest form that any picture has. */
export const widestForm = Math.max(...offeredWidths);

/** Whether a URL may name this width of a picture. */
export function hasWidth(picture: Pick<Picture, 'width'>, width: number): boolean {
  return width === picture.width || [...offeredWidths, ...furtherWidths].includes(width);
}

/** Address of one form of a picture; immutable, because the id is a hash of the bytes. */
export function pictureUrl(id: string, width: number, format: PictureFormat): string {
  return `/media/${id}/${width}.${format}`;
}

/** Returns the path, width and height of the form that other sites are shown: a JPEG of 1280 px at most. */
export function sharedForm({ id, width, height }: Pick<Picture, 'id' | 'width' | 'height'>) {
  const shown = Math.min(width, 1280);
  return { path: pictureUrl(id, shown, 'jpeg'), width: shown, height: Math.round((height * shown) / width) };
}

/** Widths of this picture for `srcset`: the offered ones below its own, and its own (at most the widest). */
export function widthsOf(picture: Pick<Picture, 'width'>): number[] {
  const smaller = offeredWidths.filter((width) => width < picture.width);
  return picture.width > widestForm ? smaller : [...smaller, picture.width];
}
