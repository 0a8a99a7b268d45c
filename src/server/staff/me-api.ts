/** Handlers for a member's own logins, authenticator app and confirmations. */
import * as codes from '#lib/contract/codes.ts';
import type { EndpointDefinition } from '#lib/contract/endpoint.ts';
import { endpoints } from '#lib/contract/table.ts';
import type { CallerStaff } from '../core/caller.ts';
import { Failure } from '../core/failure.ts';
import type { Context, Handlers } from '../core/handler.ts';
import { verifyPassword } from '../core/password-hash.ts';
import type { TokenHash } from '../db/token-hash.ts';
import { readThemeSetting } from '../theme/store.ts';
import { callerStaff } from './access-api.ts';
import { checkAccess } from './check-access.ts';
import { createConfirmation } from './confirmations.ts';
import { endStaffSession, endStaffSessions, readStaffSessions } from './sessions-store.ts';
import { createStaffCookie } from './staff-cookie.ts';
import { readStaff, type Staff, updateStaff } from './staff-store.ts';
import {
  consumeTotpCode,
  createTotpSecret,
  decryptTotpSecret,
  encryptTotpSecret,
  replaceRecoveryCodes,
  totpStep,
} from './totp.ts';

export const staffOwnHandlers: Handlers = {
  'POST /api/v1/admin/me/totp': async (_input, context) => {
    const { services } = context;
    const { id, email } = callerStaff(context);
    const { name } = await readThemeSetting(services.db.read, 'shop');
    const { secret, url } = createTotpSecret(name, email);
    const pending_totp_secret = await encryptTotpSecret(services, secret);
    await services.db.transaction(async (trx) => {
      await updateStaff(trx, id, { pending_totp_secret });
      await context.audit(trx, { step: 'started' });
    });
    return { secret, otpauth_url: url };
  },

  'POST /api/v1/admin/me/totp/confirm': async ({ body }, context) => {
    const { services, now } = context;
    const { id, session } = callerStaff(context);
    const staff = await requireStaff(context);
    const pending = staff.pending_totp_secret;
    const secret = pending === '' ? null : await decryptTotpSecret(services, pending);
    if (secret === null)
      throw new Failure(codes.badParameter, 'code: start the setup of the authenticator app first.');
    const step = totpStep(secret, body.code, now, 0);
    if (step === null) throw wrongCode();
    const recovery_codes = await services.db.transaction(async (trx) => {
      // A second click must not replace the recovery codes that the first one displays.
      const { numUpdatedRows } = await trx
        .updateTable('staff')
        .set({ totp_secret: pending, pending_totp_secret: '', totp_step: step })
        .where('id', '=', id)
        .where('pending_totp_secret', '=', pending)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) throw wrongCode();
      // Ends logins that were opened with the password alone.
      await endStaffSessions(trx, id, session);
      await context.audit(trx, { step: 'on' });
      return replaceRecoveryCodes(trx, id);
    });
    return { recovery_codes };
  },

  'DELETE /api/v1/admin/me/totp': async (_input, context) => {
    const { id } = callerStaff(context);
    await context.services.db.transaction(async (trx) => {
      await updateStaff(trx, id, { totp_secret: '', pending_totp_secret: '' });
      await trx.deleteFrom('staff_recovery_codes').where('staff_id', '=', id).execute();
      await context.audit(trx, { step: 'off' });
    });
    return {};
  },

  'GET /api/v1/admin/me/sessions': (_input, context) => sessionsOf(context, callerStaff(context)),

  'DELETE /api/v1/admin/me/sessions/:id': async ({ params }, context) => {
    const staff = callerStaff(context);
    const { db, env } = context.services;
    const all = await readStaffSessions(db.read, staff.id, context.now);
    const ended = all.find(({ session }) => sessionId(session) === params.id);
    if (!ended) throw new Failure(codes.notFound, 'You have no such login. It may have ended already.');
    await db.transaction(async (trx) => {
      await endStaffSession(trx, ended.session);
      await context.audit(trx, { device: ended.device });
    });
    if (ended.session === staff.session) context.setCookie(createStaffCookie('', env.SITE_URL));
    return sessionsOf(context, staff);
  },

  'POST /api/v1/admin/confirmations': async ({ body }, context) => {
    const { services, caller, now } = context;
    const { session } = callerStaff(context);
    const row = (endpoints as Record<string, EndpointDefinition | undefined>)[body.endpoint];
    if (!row?.confirm)
      throw new Failure(codes.badParameter, 'endpoint: this endpoint needs no confirmation.');
    checkAccess(row.access, caller);
    const staff = await requireStaff(context);
    await checkFactor(context, staff, body);
    return services.db.transaction(async (trx) => {
      await context.audit(trx, { endpoint: body.endpoint });
      return createConfirmation(trx, { ...body, session }, now);
    });
  },
};

async function requireStaff(context: Context): Promise<Staff> {
  const staff = await readStaff(context.services.db.read, callerStaff(context).id);
  if (!staff) throw new Failure(codes.notLoggedIn, 'Log in to the admin first.');
  return staff;
}

/** Checks the password or the code that confirms an act. @throws Failure 20002 */
async function checkFactor(
  { services }: Context,
  staff: Staff,
  { password, code }: { password: string; code: string },
): Promise<void> {
  if (code !== '' && staff.totp_secret !== '') {
    if (!(await consumeTotpCode(services, staff, code))) throw wrongCode();
  } else if (!(await verifyPassword(password, staff.password_hash))) {
    throw new Failure(codes.invalidCredentials, 'password: the password is wrong.');
  }
}

function wrongCode(): Failure {
  return new Failure(
    codes.invalidCredentials,
    'code: the code is wrong or used. Wait for the next code of your authenticator app.',
  );
}

async function sessionsOf({ services, now }: Context, staff: CallerStaff) {
  const all = await readStaffSessions(services.db.read, staff.id, now);
  return {
    sessions: all.map(({ session, ...rest }) => ({
      ...{ id: sessionId(session), ...rest },
      is_current: session === staff.session,
    })),
  };
}

/** Returns a public id for a login: enough of the hash to distinguish logins, too little to reconstruct it. */
function sessionId(session: TokenHash): string {
  return session.slice(0, 16);
}
