/** Where lasting bytes live (pictures, derivatives, uploads), so that every machine sees the same ones. */
export interface StoredObject {
  body: Uint8Array;
  contentType: string;
}

export interface Storage {
  /** Writes an object; the same key twice with the same bytes is harmless. */
  put(key: string, body: Uint8Array, contentType: string): Promise<void>;
  /** Reads an object, or null when there is none. */
  get(key: string): Promise<StoredObject | null>;
  delete(key: string): Promise<void>;
}
