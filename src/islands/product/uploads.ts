/** Shoppers' pictures, sent as soon as they are chosen: of a customised product or of a review (PDP-20, PDP-28). */
import { map } from 'nanostores';
import { uploadImage } from '#client/product/upload-image.ts';

export interface Upload {
  file: File;
  /** Resolves to the URL; rejects with a message for the shopper. */
  address: Promise<string>;
  stop: AbortController;
  /** Part that is sent, 0 to 1. */
  part: number;
  /** URL once stored. */
  storedUrl?: string;
  /** Error message for the shopper. */
  problem?: string;
}

/** By field name, or by a separate key for each picture of a field that takes several. */
export const $uploads = map<Record<string, Upload | undefined>>({});

/**
 * Uploads a file, replacing any upload of that name; without a file it only removes that upload.
 * @returns its URL, '' without a file
 * @throws Error with a message for the shopper
 */
export function upload(name: string, file?: File): Promise<string> {
  $uploads.get()[name]?.stop.abort();
  if (!file) {
    $uploads.setKey(name, undefined);
    return Promise.resolve('');
  }
  const stop = new AbortController();
  const updateUpload = (change: Partial<Upload>) => {
    const now = $uploads.get()[name];
    if (now?.stop === stop) $uploads.setKey(name, { ...now, ...change });
  };
  const address = uploadImage(file, (part) => updateUpload({ part }), stop.signal);
  $uploads.setKey(name, { file, address, stop, part: 0 });
  address.then(
    (storedUrl) => updateUpload({ storedUrl }),
    ({ message }: Error) => updateUpload({ problem: message }),
  );
  return address;
}

/** Waits for the field's upload, and retries a failed one. Returns and throws like `upload`. */
export async function waitForUploadUrl({ name, files }: HTMLInputElement): Promise<string> {
  const file = files?.[0];
  // `upload` would remove the error of the last file.
  if (!file) return '';
  const current = $uploads.get()[name];
  return current && current.file === file && current.problem === undefined
    ? current.address
    : upload(name, file);
}
