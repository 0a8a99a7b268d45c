/** Thrown for bytes that are not a supported image. The message explains the reason to the merchant or shopper. */
export class ImageError extends Error {
  override name = 'ImageError';
}

/** Thrown for the path of an image file that does not exist. */
export class ImageNotFoundError extends ImageError {}
