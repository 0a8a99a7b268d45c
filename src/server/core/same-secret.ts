import { timingSafeEqual } from 'node:crypto';

/** Compares two secrets in constant time. Empty secrets never match. */
export function isSameSecret(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length > 0 && one.length === other.length && timingSafeEqual(one, other);
}
