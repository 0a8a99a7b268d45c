/** Bytes that are no picture we take; the message says why in plain words. */
export class PictureError extends Error {
  override name = 'PictureError';
}

/** A picture that is named by a path, where there is no file. */
export class MissingPicture extends PictureError {}
