/** Variants of an image that a shopper uploaded (R87): the full image, and a square thumbnail of 240 px. */
export type UploadVariant = 'full' | 'small';

/** Returns the thumbnail URL of an uploaded image; any other URL stays unchanged. */
export function uploadThumbnailUrl(address: string): string {
  return address.replace(/^(\/media\/uploads\/[0-9a-f]{32})\.webp$/, '$1-small.webp');
}

/** Returns the URL of the full image that belongs to a thumbnail's URL; null if the URL is not that of a thumbnail. */
export function fullUploadUrl(address: string): string | null {
  return address.endsWith('-small.webp') ? address.replace(/-small\.webp$/, '.webp') : null;
}
