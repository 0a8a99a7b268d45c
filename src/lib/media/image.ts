/** A picture as pages and the API pass it; imageVariantUrl returns the URLs of its image variants. */
export interface MediaImage {
  /** Prefix of the SHA-256 of the original. */
  id: string;
  /** Size of the original, px. */
  width: number;
  height: number;
  alt: string;
  /** `#rrggbb`, shown until the picture has loaded. */
  color: string;
}

export type ImageFormat = 'avif' | 'webp' | 'jpeg';

/**
 * Widths, px, that `srcset` offers. They are few, because each must be encoded, and lie just above the widths that our layouts
 * need on common screens (lib/media/screens.ts), because wider images cost bytes.
 */
const offeredWidths = [352, 560, 800, 960, 1440, 1920, 2400, 2880];

/** Widths, px, of thumbnails, of the API and of earlier versions: caches and other sites still request their URLs. */
const furtherWidths = [160, 320, 480, 640, 1280, 1600];

/** Width, px, of the widest image variant. */
export const widestVariantWidth = Math.max(...offeredWidths);

/** Returns whether a URL may request this width of a picture. */
export function isImageWidthAllowed(picture: Pick<MediaImage, 'width'>, width: number): boolean {
  return width === picture.width || [...offeredWidths, ...furtherWidths].includes(width);
}

/** Returns the URL of an image variant; cacheable forever, because the id is a hash of the bytes. */
export function imageVariantUrl(id: string, width: number, format: ImageFormat): string {
  return `/media/${id}/${width}.${format}`;
}

/** Returns the path, width and height of the image variant for other sites: a JPEG of at most 1280 px. */
export function getSocialImage({ id, width, height }: Pick<MediaImage, 'id' | 'width' | 'height'>) {
  const shown = Math.min(width, 1280);
  return {
    path: imageVariantUrl(id, shown, 'jpeg'),
    width: shown,
    height: Math.round((height * shown) / width),
  };
}

/** Returns the widths of a picture for `srcset`: the offered ones below its own width, and its own up to the widest. */
export function srcsetWidths(picture: Pick<MediaImage, 'width'>): number[] {
  const smaller = offeredWidths.filter((width) => width < picture.width);
  return picture.width > widestVariantWidth ? smaller : [...smaller, picture.width];
}
