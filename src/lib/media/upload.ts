/** Variants of a shopper's upload (R87): the full picture, and a square thumbnail of 240 px. */
export type UploadVariant = 'full' | 'small';

/** Returns the URL of an upload's thumbnail; any other URL stays unchanged. */
export function uploadThumbnailUrl(address: string): string {
  return address.replace(/^(\/media\/uploads\/[0-9a-f]{32})\.webp$/, '$1-small.webp');
}

/** Returns the URL of the upload of a thumbnail; null if the URL is not a thumbnail. */
export function fullUploadUrl(address: string): string | null {
  return address.endsWith('-small.webp') ? address.replace(/-small\.webp$/, '.webp') : null;
}
