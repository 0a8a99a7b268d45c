/**
 * Tokens in links to checkouts and orders. Each is derived from the row's link id with the server's key, so that the shop can
 * recreate a link although no row stores its token (docs/decisions/20-access-to-orders.md).
 */
import { createHmac, randomBytes } from 'node:crypto';
import { isSameSecret } from '../core/same-secret.ts';
import type { Services } from '../core/services.ts';
import { hashToken, type TokenHash } from '../db/token-hash.ts';
import { serverKey } from '../settings/server-key.ts';

/** How long after its last change a link opens an order or checkout, ms. */
export const LINK_LIFETIME_MS = 365 * 24 * 60 * 60_000;

const idBytes = 12;
const idLength = 16;
const macBytes = 24;

/** Link of a row that is about to be inserted. */
export interface NewLink {
  linkId: string;
  token: string;
  tokenHash: TokenHash;
}

type Needs = Pick<Services, 'db' | 'now'>;

export async function createLink(services: Needs): Promise<NewLink> {
  const linkId = randomBytes(idBytes).toString('base64url');
  const token = await deriveLinkToken(services, linkId);
  return { linkId, token, tokenHash: hashToken(token) };
}

/** Returns the token for a link with the current key. Do not call it inside a transaction. */
export async function deriveLinkToken(services: Needs, linkId: string): Promise<string> {
  return tokenOf(await serverKey(services.db, 'link', services.now()), linkId);
}

/** Returns the link id, with which each of our tokens begins. */
export function linkIdFromToken(token: string): string {
  return token.slice(0, idLength);
}

/** Returns whether a token opens the row: its hash is stored, whatever key it was issued with, or it matches the current key. */
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
