import { timingSafeEqual } from 'node:crypto';

/** Compares two secrets without revealing by its time where they differ. An empty one is never the same. */
export function sameSecret(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length > 0 && one.length === other.length && timingSafeEqual(one, other);
}
