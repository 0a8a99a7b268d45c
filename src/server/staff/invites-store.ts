/**
 * Links by which a person becomes a member of staff, or gets a new password. The token is derived from a seed in the row with the server
 * key, so every process can print the same link, and a copy of the database without that key opens nothing.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { Role } from '#lib/staff/roles.ts';
import type { Services } from '../core/services.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { hashToken, type TokenHash } from '../db/token-hash.ts';
import { serverKey } from '../settings/server-key.ts';
import { hasOwner, staffEmailKey } from './staff-store.ts';

const hour = 60 * 60_000;
const setupMs = hour;
/** Lifetime of an invitation: a colleague may read the message days later. */
const inviteMs = 7 * 24 * hour;
/** `email_key` of the link that creates the first owner. */
const setupKey = '';

type Needs = Pick<Services, 'db' | 'env' | 'now'>;

export interface Invite {
  email: string;
  role: Role;
}

/**
 * Returns the link that creates the shop's first owner; null if the shop has an owner. All processes return the same link for an hour.
 */
export async function readSetupLink(services: Needs): Promise<string | null> {
  const { db, now } = services;
  if (await hasOwner(db.read)) return null;
  const fresh = await newSeed(services);
  const at = now();
  const stored = await db.transaction(async (trx) => {
    const values = {
      token_hash: fresh.tokenHash,
      link_id: fresh.linkId,
      expires_at: at + setupMs,
      used_at: null,
    };
    await trx
      .insertInto('staff_invites')
      .values({ email_key: setupKey, email: '', role: 'owner', ...values })
      .onConflict((conflict) =>
        conflict
          .column('email_key')
          .doUpdateSet(values)
          .where((where) =>
            where.or([
              where('staff_invites.expires_at', '<=', at),
              where('staff_invites.used_at', 'is not', null),
            ]),
          ),
      )
      .execute();
    return trx
      .selectFrom('staff_invites')
      .select(['link_id', 'token_hash'])
      .where('email_key', '=', setupKey)
      .executeTakeFirstOrThrow();
  });
  const token = await tokenOf(services, stored.link_id);
  if (hashToken(token) === stored.token_hash) return linkOf(services, token);
  // The server key has changed, so no token fits the stored link any more.
  await db.write
    .updateTable('staff_invites')
    .set({ token_hash: fresh.tokenHash, link_id: fresh.linkId, expires_at: at + setupMs })
    .where('email_key', '=', setupKey)
    .where('token_hash', '=', stored.token_hash)
    .execute();
  return readSetupLink(services);
}

export interface NewInvite {
  link: string;
  linkId: string;
  tokenHash: TokenHash;
  expiresAt: number;
}

/** Prepares the link of an invitation. Do not call it inside a transaction. */
export async function prepareInvite(services: Needs): Promise<NewInvite> {
  const { linkId, token, tokenHash } = await newSeed(services);
  return { link: linkOf(services, token), linkId, tokenHash, expiresAt: services.now() + inviteMs };
}

/** Stores an invitation, which replaces earlier ones to the same email address. */
export async function saveInvite(db: Queryable, invite: NewInvite, { email, role }: Invite): Promise<void> {
  const { linkId: link_id, tokenHash: token_hash, expiresAt: expires_at } = invite;
  const values = { token_hash, link_id, email, role, expires_at, used_at: null };
  await db
    .insertInto('staff_invites')
    .values({ email_key: staffEmailKey(email), ...values })
    .onConflict((conflict) => conflict.column('email_key').doUpdateSet(values))
    .execute();
}

/** Returns the invitation of a token; null if it is unknown, used or expired. */
export async function findInvite({ db, now }: Needs, token: string): Promise<Invite | null> {
  const row = await db.read
    .selectFrom('staff_invites')
    .select(['email', 'role'])
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now())
    .executeTakeFirst();
  return row ?? null;
}

/** Marks an invitation as used. @returns whether it was still valid */
export async function redeemInvite(trx: Transaction, token: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('staff_invites')
    .set({ used_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Deletes the setup link, after the shop has got an owner in another way. */
export async function deleteSetupLink(trx: Transaction): Promise<void> {
  await trx.deleteFrom('staff_invites').where('email_key', '=', setupKey).execute();
}

async function newSeed(services: Needs) {
  const linkId = randomBytes(12).toString('base64url');
  const token = await tokenOf(services, linkId);
  return { linkId, token, tokenHash: hashToken(token) };
}

async function tokenOf({ db, now }: Needs, linkId: string): Promise<string> {
  const key = await serverKey(db, 'staff-invite', now());
  return linkId + createHmac('sha256', key).update(linkId).digest().subarray(0, 24).toString('base64url');
}

function linkOf({ env }: Needs, token: string): string {
  return `${env.SITE_URL}/admin/setup#${token}`;
}

/** Deletes used and expired invitations. */
export async function deleteEndedInvites(db: Queryable, now: number): Promise<void> {
  await db
    .deleteFrom('staff_invites')
    .where((where) => where.or([where('expires_at', '<=', now), where('used_at', 'is not', null)]))
    .execute();
}
