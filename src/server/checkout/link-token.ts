/**
 * The tokens in links to checkouts and orders. They are derived from the row's link id with the server's key, so that a
 * link can be written again and no row holds what opens it (docs/decisions/20-access-to-orders.md).
 */
import { createHmac, randomBytes } from 'node:crypto';
import { sameSecret } from '../core/same-secret.ts';
import type { Services } from '../core/services.ts';
import { hashToken, type TokenHash } from '../db/token-hash.ts';
import { serverKey } from '../settings/server-key.ts';

/** How long a link opens an order or checkout that does not change, ms. */
export const LINK_LIFE_MS = 365 * 24 * 60 * 60_000;

const idBytes = 12;
const idLength = 16;
const macBytes = 24;

/** A link of a row that is about to be written. */
export interface NewLink {
  linkId: string;
  token: string;
  tokenHash: TokenHash;
}

type Needs = Pick<Services, 'db' | 'now'>;

export async function newLink(services: Needs): Promise<NewLink> {
  const linkId = randomBytes(idBytes).toString('base64url');
  const token = await linkToken(services, linkId);
  return { linkId, token, tokenHash: hashToken(token) };
}

/** The token of a link written now. Not to be called in a transaction. */
export async function linkToken(services: Needs, linkId: string): Promise<string> {
  return tokenOf(await serverKey(services.db, 'link', services.now()), linkId);
}

/** The link id a token of ours begins with. */
export function linkIdOf(token: string): string {
  return token.slice(0, idLength);
}

/** Whether a token opens the row: one that was handed out under whatever key, or one derived with today's. */
export async function isTokenOf(
  services: Needs,
  row: { linkId: string; hashes: readonly (TokenHash | '')[] },
  token: string,
): Promise<boolean> {
  const hash = hashToken(token);
  if (row.hashes.filter((storedHash) => sameSecret(storedHash, hash)).length > 0) return true;
  return sameSecret(await linkToken(services, row.linkId), token);
}

function tokenOf(key: Uint8Array, linkId: string): string {
  const mac = createHmac('sha256', key).update(linkId).digest().subarray(0, macBytes);
  return linkId + mac.toString('base64url');
}
