/** Pictures of the shopper, sent as soon as they are chosen: of a customised product, of a review (PDP-20, PDP-28). */
import { map } from 'nanostores';
import { uploadImage } from '#client/product/upload-image.ts';

export interface Upload {
  file: File;
  /** Where it will be stored; rejects with words for the shopper. */
  address: Promise<string>;
  stop: AbortController;
  /** What part of it is sent, 0 to 1. */
  part: number;
  /** Where it is stored. */
  kept?: string;
  /** Why it is not, in words for the shopper. */
  problem?: string;
}

/** By the name of the field, or what a field for several calls each. */
export const $uploads = map<Record<string, Upload | undefined>>({});

/**
 * Sends a file in place of what had that name before; without one that is only taken away.
 * @returns its address, '' where there is none
 * @throws Error with words for the shopper
 */
export function upload(name: string, file?: File): Promise<string> {
  $uploads.get()[name]?.stop.abort();
  if (!file) {
    $uploads.setKey(name, undefined);
    return Promise.resolve('');
  }
  const stop = new AbortController();
  const tell = (change: Partial<Upload>) => {
    const now = $uploads.get()[name];
    if (now?.stop === stop) $uploads.setKey(name, { ...now, ...change });
  };
  const address = uploadImage(file, (part) => tell({ part }), stop.signal);
  $uploads.setKey(name, { file, address, stop, part: 0 });
  address.then(
    (kept) => tell({ kept }),
    ({ message }: Error) => tell({ problem: message }),
  );
  return address;
}

/** Waits for what the field holds, and tries once more what has failed. As `upload` in what it returns and throws. */
export async function uploadedAddress({ name, files }: HTMLInputElement): Promise<string> {
  const file = files?.[0];
  // Why the last one was refused stays to be read.
  if (!file) return '';
  const current = $uploads.get()[name];
  return current && current.file === file && current.problem === undefined
    ? current.address
    : upload(name, file);
}
