/** Defines the CLI commands for the whole shop: store files, failed jobs, the server key and backups. */
import { basename, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { restoreBackup } from '../backup/restore-backup.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { listDeadJobs, retryDeadJobs } from '../queue/dead-jobs-store.ts';
import { serverSecret } from '../settings/server-key.ts';
import { applyFolderWithDetails } from './apply-folder.ts';
import {
  addExamples,
  type CommandContext,
  formatCount,
  isoTime,
  jsonOption,
  printResult,
  writeFileAtomically,
} from './command.ts';
import { fileSchemas } from './file-schemas.ts';
import type { OrphanedContent } from './orphaned-content.ts';

interface ApplyOptions {
  dryRun?: boolean;
  prune?: boolean;
  yes?: boolean;
  convert?: string;
  keepAmounts?: boolean;
}

export function addShopAndBackupCommands(program: Command, context: CommandContext): void {
  const { say: printLine, track, confirm } = context;

  const apply = program
    .command('apply <folder>')
    .summary('Publish the files of a folder such as shop/')
    .description(
      'Publishes the settings, theme, languages, collections, pages, articles and promotions of a folder such as shop/. All files are checked first: if one is wrong, nothing changes. To add products, use `import`.',
    )
    .option('--dry-run', 'print what would change, and change nothing')
    .option('--prune', 'also delete content that is no longer in the folder, after you confirm')
    .option('--yes', 'with --prune: delete without confirmation')
    .addOption(
      new Option(
        '--convert <rate>',
        'if the folder changes the currency of the shop: convert all prices at this rate, such as 0.92',
      )
        .argParser(readRate)
        .conflicts('keepAmounts'),
    )
    .option(
      '--keep-amounts',
      'if the folder changes the currency of the shop: keep the numbers of all prices',
    )
    .option(...jsonOption)
    .action(
      async (name: string, { dryRun: isDry = false, prune: prunes = false, ...options }: ApplyOptions) => {
        const { services } = context;
        const folder = resolve(name);
        const rate = options.keepAmounts ? '1' : (options.convert ?? '');
        if (options.yes && !prunes) throw new InvalidArgumentError('Use --yes only together with --prune.');
        const warnings: string[] = [];
        const warn = (sentence: string) => void warnings.push(sentence);
        let confirmed: OrphanedContent | undefined;
        if (prunes && !isDry) {
          const plan = await applyFolderWithDetails(services, folder, {
            isDry: true,
            prunes,
            rate,
            warn: () => {},
          });
          confirmed = plan.pruned;
          if (plan.deleted.length > 0 && !options.yes) {
            for (const line of plan.deleted)
              (context.isJson ? context.printError : printLine)(`to be ${line}`);
            if (!confirm || context.isJson)
              throw new Error('Nothing was changed. Add --yes to delete this content.');
            if (!(await confirm(`Delete ${formatCount(plan.deleted.length, 'item')}?`))) {
              printLine('Nothing was changed.');
              context.exitCode = 1;
              return;
            }
          }
        }
        const { changed, deleted } = await applyFolderWithDetails(services, folder, {
          ...{ isDry, prunes, rate, warn },
          ...(confirmed && { confirmed }),
        });
        const total = changed.length + deleted.length;
        const sum = isDry
          ? `${formatCount(total, 'change')} found; nothing was written`
          : formatCount(total, 'change');
        printResult(context, { dry_run: isDry, changed, deleted, warnings }, [
          ...warnings.map((warning) => `Warning: ${warning}`),
          ...changed.map((line) => `${isDry ? 'would change' : 'changed'}: ${line}`),
          ...deleted.map((line) => (isDry ? `would be ${line}` : line)),
          total === 0 ? 'Nothing to change.' : sum,
        ]);
      },
    );
  addExamples(apply, 'apply shop/ --dry-run', 'apply shop/', 'apply shop/ --prune');

  const schema = program
    .command('schema [file.json]')
    .summary('Write the JSON Schemas of store files, for editors')
    .description(
      'Writes the JSON Schemas of all store files into shop/, so that editors complete and check the files. With a file such as shop/promotions.schema.json, writes only that one.',
    )
    .action(async (named?: string) => {
      const files = named === undefined ? Object.keys(fileSchemas).map((name) => `shop/${name}`) : [named];
      for (const file of files) {
        // Any other file name gets the theme's schema, because earlier versions had only that schema.
        const content = (fileSchemas[basename(file)] ?? fileSchemas['theme.schema.json'])!();
        const text = `${JSON.stringify(content, null, 2)}\n`;
        await writeFileAtomically(resolve(file), (target) => pipeline(Readable.from(text), target), 0o644);
        printLine(`Written to ${file}`);
      }
    });
  addExamples(schema, 'schema', 'schema shop/popups.schema.json');

  program.commandsGroup('Operations:');
  const jobs = program
    .command('jobs')
    .summary('List failed jobs, and run them again')
    .description(
      'Lists jobs that failed permanently, such as sending an email: they are not tried again until you use --retry.',
    )
    .option('--retry', 'run all of them again')
    .option(...jsonOption)
    .action(async ({ retry }: { retry?: boolean }) => {
      const { db, now } = context.services;
      const failed = await listDeadJobs(db.read, 1000);
      const lines = failed.map((job) => {
        const when = isoTime(job.at).slice(0, 16).replace('T', ' ');
        const reason = job.error.split('\n', 1)[0];
        return `${when}  ${job.kind}  ${job.key}  failed after ${job.attempts} attempts: ${reason}`;
      });
      const retried = retry ? await db.transaction((trx) => retryDeadJobs(trx, now())) : 0;
      if (retry) lines.push(`${formatCount(retried, 'job')} will run again.`);
      else if (failed.length === 0) lines.push('No failed jobs.');
      const data = failed.map(({ at, ...job }) => ({ ...job, failed_at: isoTime(at) }));
      printResult(context, { jobs: data, retried }, lines);
    });
  addExamples(jobs, 'jobs', 'jobs --retry');

  const serverKey = program
    .command('server-key')
    .summary('Print the server key')
    .description('Prints the server key. Set it as SERVER_KEY to keep it out of the database.')
    .action(async () => {
      const { db, now } = context.services;
      printLine((await serverSecret(db, now())).toString('base64url'));
    });
  addExamples(serverKey, 'server-key');

  const backup = program
    .command('backup <file>')
    .summary('Write a backup file')
    .description(
      'Writes all data and original images of the shop into one file. You can make a backup while the shop is running.',
    )
    .option(...jsonOption)
    .action(async (file: string) => {
      const report = await track({ title: 'Writing', unit: 'rows and files' }, (onProgress) =>
        writeBackup(context.services, resolve(file), onProgress),
      );
      const { rows, objects, missing, isSigned } = report;
      printResult(context, { file, rows, stored_files: objects, missing, signed: isSigned }, [
        ...missing.map((key) => `missing in the storage, so not in the backup: ${key}`),
        `${rows} rows and ${objects} stored files written to ${file}`,
        ...(isSigned
          ? []
          : ['SERVER_KEY is not set, so the backup is unsigned: restore cannot detect changes to the file.']),
      ]);
      if (missing.length > 0) context.exitCode = 1;
    });
  addExamples(backup, 'backup shop-2026-11-28.atoll');

  const restore = program
    .command('restore <file>')
    .summary('Restore a backup file')
    .description(
      'Restores a backup to SQLite or PostgreSQL, whichever of the two it was made on. Stop the shop first.',
    )
    .option('--force', 'replace a shop that is not empty')
    .option('--trust', 'accept a file that was not signed with your SERVER_KEY')
    .option(...jsonOption)
    .action(async (file: string, { force = false, trust = false }: { force?: boolean; trust?: boolean }) => {
      const report = await track({ title: 'Restoring', unit: 'KiB' }, (onProgress) =>
        restoreBackup(context.services, resolve(file), { force, trust, onProgress }),
      );
      const { rows, objects, signature, skipped } = report;
      const madeAt = isoTime(report.madeAt);
      printResult(context, { rows, stored_files: objects, made_at: madeAt, signature, skipped }, [
        `${rows} rows and ${objects} stored files restored, as of ${madeAt}`,
        ...(signature === 'unchecked'
          ? ['SERVER_KEY is not set, so the signature of the backup was not checked.']
          : []),
        ...(skipped.length > 0 ? [`Not restored: ${skipped.join(', ')}`] : []),
      ]);
    });
  addExamples(restore, 'restore shop-2026-11-28.atoll', 'restore shop-2026-11-28.atoll --force');
}

/** Validates a conversion rate and returns it unchanged. @throws InvalidArgumentError */
function readRate(typed: string): string {
  if (/^\d{1,9}(\.\d{1,9})?$/.test(typed) && Number(typed) !== 0) return typed;
  throw new InvalidArgumentError(
    `"${typed}" is not a rate. Write how much one unit of the previous currency is in the new one, such as 0.92.`,
  );
}
