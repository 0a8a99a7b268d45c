/** Bytes that are not a supported picture; the message gives the merchant or shopper the reason. */
export class ImageError extends Error {
  override name = 'PictureError';
}

/** A path that names a picture but leads to no file. */
export class ImageNotFoundError extends ImageError {}
