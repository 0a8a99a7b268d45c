/** Codes of authenticator apps (RFC 6238) and recovery codes. */
import { randomBytes } from 'node:crypto';
import { generateSecret, generateURI, verifySync } from 'otplib';
import type { Services } from '../core/services.ts';
import { decryptText, encryptText } from '../core/text-encryption.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { hashToken } from '../db/token-hash.ts';
import { serverKey } from '../settings/server-key.ts';
import type { Staff } from './staff-store.ts';

/** Accepted difference between the clocks of server and phone, s: one code before and one after the current one. */
const tolerance = 30;
const recoveryCodeCount = 10;

type Needs = Pick<Services, 'db' | 'now'>;

export function createTotpSecret(shopName: string, email: string): { secret: string; url: string } {
  const secret = generateSecret();
  return { secret, url: generateURI({ issuer: shopName || 'Atoll', label: email, secret }) };
}

export async function encryptTotpSecret(services: Needs, secret: string): Promise<string> {
  return encryptText(await keyOf(services), secret);
}

/** Decrypts a stored secret; null if it was encrypted with another server key. Do not call it inside a transaction. */
export async function decryptTotpSecret(services: Needs, stored: string): Promise<string | null> {
  return decryptText(await keyOf(services), stored);
}

/** Returns the time step of a valid code; null for an invalid one, and for a step up to `after`, which is a replay. */
export function totpStep(secret: string, code: string, now: number, after: number): number | null {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const epoch = Math.floor(now / 1000);
  const result = verifySync({ secret, token, epoch, epochTolerance: tolerance });
  return result.valid && 'timeStep' in result && result.timeStep > after ? result.timeStep : null;
}

/** Stores the step of a code, unless a concurrent request has used it. @returns whether the code counts */
export async function consumeStep(db: Queryable, staffId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('staff')
    .set({ totp_step: step })
    .where('id', '=', staffId)
    .where('totp_step', '<', step)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Replaces the recovery codes of a member. @returns the new codes, which are not stored */
export async function replaceRecoveryCodes(trx: Transaction, staffId: number): Promise<string[]> {
  await trx.deleteFrom('staff_recovery_codes').where('staff_id', '=', staffId).execute();
  const codes = Array.from({ length: recoveryCodeCount }, () => randomBytes(12).toString('hex'));
  await trx
    .insertInto('staff_recovery_codes')
    .values(codes.map((code) => ({ staff_id: staffId, code_hash: hashToken(code), used_at: null })))
    .execute();
  return codes.map((code) => code.replace(/(.{6})(?!$)/g, '$1-'));
}

/** Marks a recovery code as used. @returns whether it was valid */
export async function consumeRecoveryCode(
  db: Queryable,
  staffId: number,
  code: string,
  now: number,
): Promise<boolean> {
  const hash = hashToken(code.replace(/[\s-]/g, '').toLowerCase());
  const { numUpdatedRows } = await db
    .updateTable('staff_recovery_codes')
    .set({ used_at: now })
    .where('staff_id', '=', staffId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/**
 * Uses a code of the member's authenticator app.
 * @returns whether the code is valid and was not used before
 */
export async function consumeTotpCode(
  services: Needs,
  staff: Pick<Staff, 'id' | 'totp_secret' | 'totp_step'>,
  code: string,
): Promise<boolean> {
  const secret = await decryptTotpSecret(services, staff.totp_secret);
  const step = secret && totpStep(secret, code, services.now(), staff.totp_step);
  return step ? consumeStep(services.db.write, staff.id, step) : false;
}

function keyOf({ db, now }: Needs): Promise<Uint8Array> {
  return serverKey(db, 'staff-totp', now());
}
