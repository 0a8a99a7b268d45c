/** Pictures of the shopper in the file fields of a customised product, uploaded as soon as they are chosen (PDP-28). */
import { map } from 'nanostores';
import { uploadImage, uploadProblem } from '#client/product/upload-image.ts';

export interface Upload {
  file: File;
  /** Where it will be kept; rejects with words for the shopper. */
  address: Promise<string>;
  stop: AbortController;
  /** What part of it is sent, 0 to 1. */
  part: number;
  /** Where it is kept. */
  kept?: string;
  /** Why it is not, in words for the shopper. */
  problem?: string;
  /** The same file would be refused again. */
  isRefused: boolean;
}

/** By the name of the field. */
export const $uploads = map<Record<string, Upload | undefined>>({});

/**
 * Uploads what the field holds now in place of what it held before. What the shop would refuse is taken out of the field: it is
 * not chosen, and costs nothing.
 * @returns its address, '' where there is none
 * @throws Error with words for the shopper
 */
export function upload(field: HTMLInputElement): Promise<string> {
  const { name } = field;
  $uploads.get()[name]?.stop.abort();
  const file = field.files?.[0];
  if (!file) {
    $uploads.setKey(name, undefined);
    return Promise.resolve('');
  }
  const stop = new AbortController();
  const tell = (change: Partial<Upload>) => {
    const now = $uploads.get()[name];
    if (now?.stop === stop) $uploads.setKey(name, { ...now, ...change });
  };
  const isRefused = uploadProblem(file) !== '';
  if (isRefused) field.value = '';
  const address = uploadImage(file, (part) => tell({ part }), stop.signal);
  $uploads.setKey(name, { file, address, stop, part: 0, isRefused });
  address.then(
    (kept) => tell({ kept }),
    ({ message }: Error) => tell({ problem: message }),
  );
  return address;
}

/** Waits for what the field holds, and tries once more what has failed. As `upload` in what it returns and throws. */
export async function uploadedAddress(field: HTMLInputElement): Promise<string> {
  const file = field.files?.[0];
  if (!file) return '';
  const known = $uploads.get()[field.name];
  return known?.file === file && known.problem === undefined ? known.address : upload(field);
}
