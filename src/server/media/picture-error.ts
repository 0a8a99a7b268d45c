/** Bytes that are not a supported picture; the message tells the merchant or shopper why. */
export class PictureError extends Error {
  override name = 'PictureError';
}

/** A path that names a picture but leads to no file. */
export class MissingPicture extends PictureError {}
