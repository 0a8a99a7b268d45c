/** Interface of the object storage for images, image variants and uploads, which all machines share. */
export interface StoredObject {
  body: Uint8Array;
  contentType: string;
}

export interface Storage {
  /** Writes an object. Idempotent: writing the same bytes to a key twice is safe. */
  put(key: string, body: Uint8Array, contentType: string): Promise<void>;
  /** Returns an object, or null when there is none. */
  get(key: string): Promise<StoredObject | null>;
  delete(key: string): Promise<void>;
}
