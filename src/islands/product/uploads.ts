/** Uploads of shoppers' images, for a customised product or a review. An upload starts as soon as a file is selected (PDP-20, PDP-28). */
import { map } from 'nanostores';
import { uploadImage } from '#client/product/upload-image.ts';

export interface Upload {
  file: File;
  /** Resolves to the URL of the stored image; rejects with a message for the shopper. */
  address: Promise<string>;
  stop: AbortController;
  /** Fraction of the file that is uploaded, 0 to 1. */
  part: number;
  /** URL of the image once it is stored. */
  storedUrl?: string;
  /** Error message for the shopper. */
  problem?: string;
}

/** Uploads by field name; a field that accepts several images has a separate key for each image. */
export const $uploads = map<Record<string, Upload | undefined>>({});

/**
 * Uploads a file, replacing a previous upload with the same name. Without a file, only removes the previous upload.
 * @returns the image's URL, '' without a file
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

/** Waits for the upload of a file field, and retries a failed upload. Returns and throws like `upload`. */
export async function waitForUploadUrl({ name, files }: HTMLInputElement): Promise<string> {
  const file = files?.[0];
  // Do not call `upload` without a file: it would remove the error of the previous file.
  if (!file) return '';
  const current = $uploads.get()[name];
  return current && current.file === file && current.problem === undefined
    ? current.address
    : upload(name, file);
}
