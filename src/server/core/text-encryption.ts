/**
 * Encrypts short texts with a key of this shop: the email address in `aesCode` (R78), and secrets in the database. Pure except for
 * the random IV.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const startLength = 12;
const tagLength = 16;

/** Encrypts a text. @param key 32 bytes, see `serverKey` */
export function encryptText(key: Uint8Array, text: string): string {
  const start = randomBytes(startLength);
  const cipher = createCipheriv(algorithm, key, start, { authTagLength: tagLength });
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([start, cipher.getAuthTag(), encrypted]).toString('base64url');
}

/** Returns the text of a code; null if the code was not made with this key. */
export function decryptText(key: Uint8Array, code: string): string | null {
  const bytes = Buffer.from(code, 'base64url');
  if (bytes.length <= startLength + tagLength) return null;
  const start = bytes.subarray(0, startLength);
  const decipher = createDecipheriv(algorithm, key, start, { authTagLength: tagLength });
  decipher.setAuthTag(bytes.subarray(startLength, startLength + tagLength));
  try {
    const text = decipher.update(bytes.subarray(startLength + tagLength));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
