/** Addresses of what shoppers upload (R87): each upload is shown whole, and small as a square of 240 px. */
export type UploadForm = 'full' | 'small';

/** Address of the small form of an upload; any other address stays as it is. */
export function smallUrl(address: string): string {
  return address.replace(/^(\/media\/uploads\/[0-9a-f]{32})\.webp$/, '$1-small.webp');
}

/** Address of the upload of which this is the small form; null when it is none. */
export function fullUrl(address: string): string | null {
  return address.endsWith('-small.webp') ? address.replace(/-small\.webp$/, '.webp') : null;
}
