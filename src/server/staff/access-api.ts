/** Handlers for the first owner, invitations, and the login of staff. */
import * as codes from '#lib/contract/codes.ts';
import { emailRequired } from '#lib/forms/rules.ts';
import { defaultTexts } from '#lib/messages/default.ts';
import { minStaffPasswordLength, rolePermissions } from '#lib/staff/roles.ts';
import type { CallerStaff } from '../core/caller.ts';
import { deviceName } from '../core/device-name.ts';
import { Failure } from '../core/failure.ts';
import type { Context, Handlers } from '../core/handler.ts';
import { hashPassword, verifyPassword } from '../core/password-hash.ts';
import type { Transaction } from '../db/database.ts';
import { hashToken } from '../db/token-hash.ts';
import { readThemeSetting } from '../theme/store.ts';
import { insertAuditEntry } from './audit-store.ts';
import { deleteSetupLink, findInvite, type Invite, redeemInvite } from './invites-store.ts';
import { endStaffSession, endStaffSessions, openStaffSession } from './sessions-store.ts';
import { createStaffCookie, readStaffCookie } from './staff-cookie.ts';
import {
  findActiveStaff,
  hasOwner,
  lockOwners,
  lockUnchanged,
  readStaff,
  revokeTokensOf,
  saveStaff,
  staffEmailKey,
} from './staff-store.ts';
import { consumeRecoveryCode, consumeTotpCode } from './totp.ts';

export const staffAccessHandlers: Handlers = {
  'POST /api/v1/admin/setup': async ({ body }, context) => {
    const { services, now } = context;
    const invite = await findInvite(services, body.token);
    if (!invite) throw badLink();
    checkStaffEmail(body.email);
    if (invite.email !== '' && staffEmailKey(invite.email) !== staffEmailKey(body.email))
      throw new Failure(
        codes.badParameter,
        'email: enter the address to which this invitation was sent, or ask for another invitation.',
      );
    checkStaffPassword(body.password);
    const passwordHash = await hashPassword(body.password);
    const token = await services.db.transaction(async (trx) => {
      if (!(await redeemInvite(trx, body.token, now))) return null;
      return acceptInvite(trx, invite, { ...body, passwordHash }, context);
    });
    if (token === null) throw badLink();
    context.setCookie(createStaffCookie(token, services.env.SITE_URL));
    return {};
  },

  'POST /api/v1/admin/login': async ({ body }, context) => {
    const { services, now } = context;
    const staff = await findActiveStaff(services.db.read, body.email);
    const isRight = await verifyPassword(body.password, staff?.password_hash ?? null);
    if (!staff || !isRight) throw wrong();
    let factor = 'password';
    if (staff.totp_secret !== '') {
      if (body.code === '') return { logged_in: false, needs_code: true };
      factor = 'authenticator app';
      if (!(await consumeTotpCode(services, staff, body.code))) {
        factor = 'recovery code';
        if (!(await consumeRecoveryCode(services.db.write, staff.id, body.code, now))) throw wrong();
      }
    }
    const token = await services.db.transaction(async (trx) => {
      if (!(await lockUnchanged(trx, staff))) return null;
      return openLogin(trx, staff.id, context, { endpoint: 'POST /api/v1/admin/login', factor });
    });
    if (token === null) throw wrong();
    context.setCookie(createStaffCookie(token, services.env.SITE_URL));
    return { logged_in: true, needs_code: false };
  },

  'POST /api/v1/admin/logout': async (_input, context) => {
    const { session } = callerStaff(context);
    const { db, env } = context.services;
    await db.transaction(async (trx) => {
      await endStaffSession(trx, session);
      await context.audit(trx);
    });
    context.setCookie(createStaffCookie('', env.SITE_URL));
    return {};
  },

  'GET /api/v1/admin/me': async (_input, context) => {
    const { id, email, name, role } = callerStaff(context);
    const { read } = context.services.db;
    const [staff, shop] = await Promise.all([readStaff(read, id), readThemeSetting(read, 'shop')]);
    return {
      ...{ id, email, name, role, permissions: [...rolePermissions[role]] },
      has_totp: staff !== null && staff.totp_secret !== '',
      shop_name: shop.name,
    };
  },
};

/** Returns the member of staff of a request to an endpoint with `access: 'login'`. */
export function callerStaff({ caller }: Context): CallerStaff {
  if (!caller.staff) throw new Failure(codes.notLoggedIn, 'Log in to the admin first.');
  return caller.staff;
}

/** @throws Failure 10001 if the email address is invalid */
export function checkStaffEmail(email: string): void {
  const problem = emailRequired(defaultTexts)(email);
  if (problem !== '') throw new Failure(codes.badParameter, `email: ${problem}`);
}

function checkStaffPassword(password: string): void {
  if ([...password].length < minStaffPasswordLength)
    throw new Failure(codes.badParameter, `password: use at least ${minStaffPasswordLength} characters.`);
}

function badLink(): Failure {
  return new Failure(
    codes.badLink,
    'This link is used or expired. Ask an owner of the shop for a new one, or run `npm run shop -- staff invite`.',
  );
}

/** Returns the same error for an unknown email address and a wrong password. */
function wrong(): Failure {
  return new Failure(codes.invalidCredentials, 'The email address, the password or the code is wrong.');
}

/** Rolls back a change that would leave the shop without an owner. */
export function lastOwner(): Failure {
  return new Failure(codes.badParameter, 'role: the shop needs an owner. Make another member owner first.');
}

/** Creates or changes the invited member and logs them in. @returns the token; null if the link is no longer valid */
async function acceptInvite(
  trx: Transaction,
  invite: Invite,
  member: { email: string; name: string; passwordHash: string },
  context: Context,
): Promise<string | null> {
  await lockOwners(trx);
  const isSetup = invite.email === '';
  if (isSetup && (await hasOwner(trx))) return null;
  const hadOwner = !isSetup && (await hasOwner(trx));
  const id = await saveStaff(trx, { ...member, role: invite.role }, context.now);
  if (hadOwner && !(await hasOwner(trx))) throw lastOwner();
  if (invite.role === 'owner' && !isSetup) await deleteSetupLink(trx);
  await endStaffSessions(trx, id);
  // Another person with the old password may have created tokens.
  await revokeTokensOf(trx, id, context.now);
  return openLogin(trx, id, context, {
    endpoint: 'POST /api/v1/admin/setup',
    factor: `link, ${invite.role}`,
  });
}

/** Opens a login, ends the previous one of this browser, and records both in the audit log. @returns the token */
async function openLogin(
  trx: Transaction,
  staffId: number,
  { caller, services, now }: Context,
  { endpoint, factor }: { endpoint: string; factor: string },
): Promise<string> {
  const previous = readStaffCookie(caller.header('cookie'), services.env.SITE_URL);
  if (previous) await endStaffSession(trx, hashToken(previous));
  const device = deviceName(caller.header('user-agent'));
  const entry = {
    caller,
    staffId,
    tokenId: null,
    endpoint,
    subject: 'own session',
    details: { device, factor },
  };
  await insertAuditEntry(trx, entry, now);
  return openStaffSession(trx, staffId, device, now);
}
