/** An image in the format of the API; imageVariantUrl returns the URLs of its sizes and formats. */
export interface MediaImage {
  /** Prefix of the original file's SHA-256 hash. */
  id: string;
  /** Width of the original, px; `height` likewise. */
  width: number;
  height: number;
  alt: string;
  /** Placeholder colour until the image has loaded, `#rrggbb`. */
  color: string;
}

export type ImageFormat = 'avif' | 'webp' | 'jpeg';

/**
 * Widths, px, that `srcset` offers: few, because the server must encode each of them, and just above the widths that our layouts need on
 * common screens (lib/media/screens.ts), because wider images cost bytes.
 */
const offeredWidths = [352, 560, 800, 960, 1440, 1920, 2400, 2880];

/** Widths, px, used by thumbnails, by the API and by earlier versions, whose URLs caches and other sites still request. */
const furtherWidths = [160, 320, 480, 640, 1280, 1600];

/** Width, px, of the widest image variant. */
export const widestVariantWidth = Math.max(...offeredWidths);

/** Returns whether an image may be requested in this width. */
export function isImageWidthAllowed(picture: Pick<MediaImage, 'width'>, width: number): boolean {
  return width === picture.width || [...offeredWidths, ...furtherWidths].includes(width);
}

/** Returns the URL of an image variant, which is cacheable forever because the id is a hash of the file. */
export function imageVariantUrl(id: string, width: number, format: ImageFormat): string {
  return `/media/${id}/${width}.${format}`;
}

/** Returns the path, width and height of the image variant for use on other sites: a JPEG at most 1280 px wide. */
export function getSocialImage({ id, width, height }: Pick<MediaImage, 'id' | 'width' | 'height'>) {
  const shown = Math.min(width, 1280);
  return {
    path: imageVariantUrl(id, shown, 'jpeg'),
    width: shown,
    height: Math.round((height * shown) / width),
  };
}

/**
 * Returns the widths of an image for `srcset`: all offered widths below the image's own width, and its own width unless it exceeds the
 * widest of them.
 */
export function srcsetWidths(picture: Pick<MediaImage, 'width'>): number[] {
  const smaller = offeredWidths.filter((width) => width < picture.width);
  return picture.width > widestVariantWidth ? smaller : [...smaller, picture.width];
}
