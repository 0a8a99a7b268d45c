/**
 * Creates and verifies the tokens in links to checkouts and orders. Each token is derived from the link id of the checkout or order with
 * the server key, so the shop can recreate a link without storing its token (docs/decisions/20-access-to-orders.md).
 */
import { createHmac, randomBytes } from 'node:crypto';
import { isSameSecret } from '../core/same-secret.ts';
import type { Services } from '../core/services.ts';
import { hashToken, type TokenHash } from '../db/token-hash.ts';
import { serverKey } from '../settings/server-key.ts';

/** How long a link stays valid after the last change to its order or checkout, ms. */
export const LINK_LIFETIME_MS = 365 * 24 * 60 * 60_000;

const idBytes = 12;
const idLength = 16;
const macBytes = 24;

/** Link to a checkout or order that is about to be inserted. */
export interface NewLink {
  linkId: string;
  token: string;
  tokenHash: TokenHash;
}

type Needs = Pick<Services, 'db' | 'now'>;

export async function createCheckoutLink(services: Needs): Promise<NewLink> {
  const linkId = randomBytes(idBytes).toString('base64url');
  const token = await deriveLinkToken(services, linkId);
  return { linkId, token, tokenHash: hashToken(token) };
}

/** Returns the token for a link id, derived with the current server key. Do not call it inside a transaction. */
export async function deriveLinkToken(services: Needs, linkId: string): Promise<string> {
  return tokenOf(await serverKey(services.db, 'link', services.now()), linkId);
}

/** Returns the link id, which is the first part of every token that the shop issues. */
export function linkIdFromToken(token: string): string {
  return token.slice(0, idLength);
}

/**
 * Returns whether a token opens a checkout or order. It does if its hash is stored, regardless of the key it was derived with, or if it was
 * derived with the current server key.
 */
export async function isLinkTokenFor(
  services: Needs,
  row: { linkId: string; hashes: readonly (TokenHash | '')[] },
  token: string,
): Promise<boolean> {
  const hash = hashToken(token);
  if (row.hashes.filter((storedHash) => isSameSecret(storedHash, hash)).length > 0) return true;
  return isSameSecret(await deriveLinkToken(services, row.linkId), token);
}

function tokenOf(key: Uint8Array, linkId: string): string {
  const mac = createHmac('sha256', key).update(linkId).digest().subarray(0, macBytes);
  return linkId + mac.toString('base64url');
}
