/** Defines the CLI commands that invite, list and disable members of staff. */
import { type Command, InvalidArgumentError } from 'commander';
import { emailRequired } from '#lib/forms/rules.ts';
import { defaultTexts } from '#lib/messages/default.ts';
import { normaliseEmail } from '#lib/normalise-email.ts';
import { type Role, roles } from '#lib/staff/roles.ts';
import { insertAuditEntry } from '../staff/audit-store.ts';
import { prepareInvite, saveInvite } from '../staff/invites-store.ts';
import { endStaffSessions } from '../staff/sessions-store.ts';
import { disableStaff, findActiveStaff, hasOwner, lockOwners, readAllStaff } from '../staff/staff-store.ts';
import {
  addExamples,
  type CommandContext,
  isoTime,
  jsonOption,
  printResult,
  toTerminalLine,
} from './command.ts';

const byCommand = { caller: { ip: '' }, staffId: null, tokenId: null };

export function addStaffCommands(program: Command, context: CommandContext): void {
  const { say: printLine } = context;
  const staff = program
    .command('staff')
    .summary('Invite, list and disable people who use the admin')
    .description('Manages the people who use the admin at /admin.');
  addExamples(staff, 'staff invite ann@example.com owner', 'staff list');

  staff
    .command('invite <email> <role>')
    .summary('Print a link that creates a member or sets a new password')
    .description(
      `Prints a link that is valid for 7 days and works once. The person chooses a name and a password. For a member, the link sets a new password, removes the authenticator app and ends all logins: use it if an owner is locked out. Roles: ${roles.join(', ')}.`,
    )
    .action(async (typed: string, role: string) => {
      const { services } = context;
      const email = normaliseEmail(typed.trim());
      const problem = emailRequired(defaultTexts)(email);
      if (problem !== '') throw new InvalidArgumentError(`"${typed}" is not an email address.`);
      if (!isRole(role)) throw new InvalidArgumentError(`Unknown role "${role}". Use ${roles.join(', ')}.`);
      const invite = await prepareInvite(services);
      await services.db.transaction(async (trx) => {
        await saveInvite(trx, invite, { email, role });
        const entry = { ...byCommand, endpoint: 'staff invite', subject: email, details: { role } };
        await insertAuditEntry(trx, entry, services.now());
      });
      printLine(`Send this link to ${email}. It works once, until ${isoTime(invite.expiresAt)}:`);
      printLine(invite.link);
    });

  staff
    .command('list')
    .summary('List the members of staff')
    .description('Lists the members of staff with their roles.')
    .option(...jsonOption)
    .action(async () => {
      const members = await readAllStaff(context.services.db.read);
      const data = members.map(({ id, email, name, role, created_at, disabled_at, totp_secret }) => ({
        ...{ id, email, name, role, has_totp: totp_secret !== '', created_at, disabled_at },
      }));
      const lines = data.map(({ email, name, role, has_totp, disabled_at }) =>
        [
          toTerminalLine(email),
          role,
          toTerminalLine(name),
          disabled_at === null ? (has_totp ? 'authenticator app' : 'password only') : 'disabled',
        ].join(' · '),
      );
      const none = ['The shop has no staff. Run `npm run shop -- staff invite EMAIL owner`.'];
      printResult(context, data, lines.length > 0 ? lines : none);
    });

  staff
    .command('disable <email>')
    .summary('Disable a member of staff')
    .description('Ends the logins and API tokens of a member. An invitation enables the member again.')
    .action(async (email: string) => {
      const { db, now } = context.services;
      await db.transaction(async (trx) => {
        await lockOwners(trx);
        const member = await findActiveStaff(trx, email);
        if (!member) throw new Error(`No active member of staff has the email address ${email}.`);
        if (member.role === 'owner' && !(await hasOwner(trx, member.id)))
          throw new Error(`${email} is the only owner. Invite another owner first.`);
        await disableStaff(trx, member, now());
        await endStaffSessions(trx, member.id);
        const entry = { ...byCommand, endpoint: 'staff disable', subject: member.email };
        await insertAuditEntry(trx, entry, now());
      });
      printLine(`Disabled ${email}.`);
    });
}

function isRole(text: string): text is Role {
  return (roles as readonly string[]).includes(text);
}
