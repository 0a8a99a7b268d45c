/** Bytes that are no picture we take; the message says why in plain words. */
export class BadPicture extends Error {
  override name = 'BadPicture';
}

/** A picture that is named by a path, where there is no file. */
export class MissingPicture extends BadPicture {}
