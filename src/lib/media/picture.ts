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

/** Widths, px, in which derivatives exist (never wider than the original, which is kept as the widest). */
export const pictureWidths = [160, 320, 480, 640, 800, 960, 1280, 1600, 2400, 2880] as const;

/** Width, px, of the widest form that any picture has. */
export const widestForm = Math.max(...pictureWidths);

/** Address of one form of a picture; immutable, because the id is a hash of the bytes. */
export function pictureUrl(id: string, width: number, format: PictureFormat): string {
  return `/media/${id}/${width}.${format}`;
}

/** Widths in which this picture has forms, for `srcset`: those below its own, and its own (at most the widest). */
export function widthsOf(picture: Pick<Picture, 'width'>): number[] {
  const smaller = pictureWidths.filter((width) => width < picture.width);
  return picture.width > widestForm ? smaller : [...smaller, picture.width];
}
