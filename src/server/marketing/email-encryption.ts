/**
 * Encrypts and decrypts `aesCode`: an email address in a link, encrypted with a key of this shop (R78). Pure except for the
 * random IV.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const startLength = 12;
const tagLength = 16;

/** Encrypts an email address. @param key 32 bytes */
export function encryptEmail(key: Uint8Array, email: string): string {
  const start = randomBytes(startLength);
  const cipher = createCipheriv(algorithm, key, start, { authTagLength: tagLength });
  const text = Buffer.concat([cipher.update(email, 'utf8'), cipher.final()]);
  return Buffer.concat([start, cipher.getAuthTag(), text]).toString('base64url');
}

/** Returns the email address in a code; null if this shop did not generate the code. */
export function decryptEmail(key: Uint8Array, code: string): string | null {
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
