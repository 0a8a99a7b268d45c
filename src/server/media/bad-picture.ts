/** Bytes that are no picture we take; the message says why in plain words. */
export class BadPicture extends Error {
  override name = 'BadPicture';
}
