/** Commands about the shop as a whole: its settings, its work left undone, its backup. */
import { basename, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { restoreBackup } from '../backup/restore-backup.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { popupsJsonSchema } from '../marketing/popups.ts';
import { countGivenUp, listGivenUp, retryGivenUp } from '../queue/given-up-store.ts';
import { synonymsJsonSchema } from '../search/synonyms.ts';
import { serverSecret } from '../settings/server-key.ts';
import { themeJsonSchema } from '../theme/theme-schema.ts';
import { bringInLine } from './apply-folder.ts';
import { type CommandContext, writeWhole } from './command.ts';
import type { LeftInShop } from './left-in-shop.ts';

/** Schemas of files beside theme.json, by the name they are written under. */
const ownSchemas: Readonly<Record<string, () => Record<string, unknown>>> = {
  'popups.schema.json': popupsJsonSchema,
  'synonyms.schema.json': synonymsJsonSchema,
};

interface ApplyOptions {
  dryRun?: boolean;
  prune?: boolean;
  yes?: boolean;
  convert?: string;
  keepAmounts?: boolean;
}

/** Adds the commands about the shop as a whole. */
export function addShopAndBackupCommands(program: Command, context: CommandContext): void {
  const { say, confirm } = context;

  program
    .command('apply <folder>')
    .description(
      'Brings settings, theme, collections, pages, articles and promotions in line with the files of a folder like shop/.',
    )
    .option('--dry-run', 'print what would change, and write nothing')
    .option('--prune', 'also delete what is no longer in the folder, after a question')
    .option('--yes', 'with --prune: delete without a question')
    .addOption(
      new Option('--convert <rate>', 'with another own currency: convert all prices at a rate like 0.92')
        .argParser(readRate)
        .conflicts('keepAmounts'),
    )
    .option('--keep-amounts', 'with another own currency: keep the numbers of all prices')
    .action(
      async (name: string, { dryRun: isDry = false, prune: prunes = false, ...options }: ApplyOptions) => {
        const { services } = context;
        const folder = resolve(name);
        const rate = options.keepAmounts ? '1' : (options.convert ?? '');
        if (options.yes && !prunes) throw new InvalidArgumentError('--yes belongs to --prune.');
        const warn = (sentence: string) => say(`Warning: ${sentence}`);
        let confirmed: LeftInShop | undefined;
        if (prunes && !isDry) {
          const plan = await bringInLine(services, folder, { isDry: true, prunes, rate, warn: () => {} });
          confirmed = plan.pruned;
          for (const line of plan.deleted) say(`to be ${line}`);
          if (plan.deleted.length > 0 && !options.yes) {
            if (!confirm) throw new Error('Nothing was changed. Add --yes to delete what is listed.');
            if (!(await confirm(`Delete ${countOf(plan.deleted.length, 'thing')}?`))) {
              say('Nothing was changed.');
              context.exitCode = 1;
              return;
            }
          }
        }
        const { changed, deleted } = await bringInLine(services, folder, {
          ...{ isDry, prunes, rate, warn },
          ...(confirmed && { confirmed }),
        });
        for (const line of changed) say(`${isDry ? 'would change' : 'changed'}: ${line}`);
        for (const line of deleted) say(isDry ? `would be ${line}` : line);
        const total = changed.length + deleted.length;
        if (total === 0) say('Nothing to change.');
        else
          say(isDry ? `${countOf(total, 'change')} to make; nothing was written` : countOf(total, 'change'));
      },
    );

  program
    .command('schema <file.json>')
    .description(
      'Writes the JSON Schema of theme.json, by which editors complete and check it; into popups.schema.json that of popups.json, into synonyms.schema.json that of synonyms.json.',
    )
    .action(async (file: string) => {
      const schema = (ownSchemas[basename(file)] ?? themeJsonSchema)();
      const text = `${JSON.stringify(schema, null, 2)}\n`;
      await writeWhole(resolve(file), (target) => pipeline(Readable.from(text), target), 0o644);
      say(`Written to ${file}`);
    });

  program
    .command('jobs')
    .description('Lists work that failed too often and was given up, such as mails.')
    .option('--retry', 'have it tried again')
    .action(async ({ retry }: { retry?: boolean }) => {
      const { db, now } = context.services;
      for (const job of await listGivenUp(db.read, 1000)) {
        const when = new Date(job.at).toISOString().slice(0, 16).replace('T', ' ');
        const reason = job.error.split('\n', 1)[0];
        say(`${when}  ${job.kind}  ${job.key}  given up after ${job.attempts} tries: ${reason}`);
      }
      if (retry) {
        const retried = await db.transaction((trx) => retryGivenUp(trx, now()));
        say(`${retried} will be tried again.`);
      } else if ((await countGivenUp(db.read)).length === 0) say('Nothing was given up.');
    });

  program
    .command('server-key')
    .description("Prints the server's key, for SERVER_KEY: then it stands in no copy of the database.")
    .action(async () => {
      const { db, now } = context.services;
      say((await serverSecret(db, now())).toString('base64url'));
    });

  program
    .command('backup <file>')
    .description('Writes everything lasting into one file; the shop may go on selling meanwhile.')
    .action(async (file: string) => {
      const { rows, objects, missing, isSigned } = await writeBackup(context.services, resolve(file));
      for (const key of missing) say(`not in the storage: ${key}`);
      say(`${rows} rows and ${objects} stored files written to ${file}`);
      if (!isSigned)
        say('SERVER_KEY is not set, so the backup is unsigned: restore cannot tell whether it was changed.');
      if (missing.length > 0) context.exitCode = 1;
    });

  program
    .command('restore <file>')
    .description('Restores a backup on either database.')
    .option('--force', 'replace a shop that is not empty')
    .option('--trust', 'take a file that your SERVER_KEY did not sign')
    .action(async (file: string, { force = false, trust = false }: { force?: boolean; trust?: boolean }) => {
      const report = await restoreBackup(context.services, resolve(file), { force, trust });
      const madeAt = new Date(report.madeAt).toISOString();
      say(`${report.rows} rows and ${report.objects} stored files restored, as of ${madeAt}`);
      if (report.signature === 'unchecked') {
        say('SERVER_KEY is not set, so nothing proves that the backup is yours and unchanged.');
      }
      if (report.skipped.length > 0) say(`Not restored: ${report.skipped.join(', ')}`);
    });
}

/** The rate for another own currency, as it was typed. @throws InvalidArgumentError */
function readRate(typed: string): string {
  if (/^\d{1,9}(\.\d{1,9})?$/.test(typed) && Number(typed) !== 0) return typed;
  throw new InvalidArgumentError(
    `"${typed}" is not a rate: write what one of the former currency is in the new one, like 0.92.`,
  );
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
