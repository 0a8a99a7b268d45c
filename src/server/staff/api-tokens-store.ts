/** Stores API tokens. The database stores only their hashes. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { rolePermissions, tokenScopes } from '#lib/staff/roles.ts';
import type { CallerToken } from '../core/caller.ts';
import type { Queryable } from '../db/database.ts';
import { hashToken } from '../db/token-hash.ts';

/** Time between two writes of the last use, so that reads do not write on every request. */
const renewalMs = 5 * 60_000;
const tokenShape = /^atoll_[\w-]{43}$/;

export const storedScopes = z
  .string()
  .transform((text) => JSON.parse(text) as unknown)
  .pipe(z.array(z.enum(tokenScopes)));

export function createApiToken(): string {
  return `atoll_${randomBytes(32).toString('base64url')}`;
}

/**
 * Returns the API token of a request; null for an unknown, expired or revoked one. A token ends with the member who created it, and never
 * allows more than that member's current role.
 */
export async function readApiToken(
  db: { read: Queryable; write: Queryable },
  token: string,
  now: number,
): Promise<CallerToken | null> {
  if (!tokenShape.test(token)) return null;
  const row = await db.read
    .selectFrom('api_tokens')
    .innerJoin('staff', 'staff.id', 'api_tokens.created_by')
    .select(['api_tokens.id', 'api_tokens.name', 'api_tokens.scopes', 'api_tokens.used_at', 'staff.role'])
    .where('api_tokens.token_hash', '=', hashToken(token))
    .where('api_tokens.expires_at', '>', now)
    .where('api_tokens.revoked_at', 'is', null)
    .where('staff.disabled_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  if ((row.used_at ?? 0) <= now - renewalMs)
    await db.write.updateTable('api_tokens').set({ used_at: now }).where('id', '=', row.id).execute();
  const scopes = storedScopes.parse(row.scopes).filter((scope) => rolePermissions[row.role].includes(scope));
  return { id: row.id, name: row.name, scopes };
}
