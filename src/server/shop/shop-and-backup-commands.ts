/** Commands about the shop as a whole: its settings, its work left undone, its backup. */
import { basename, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { restoreBackup } from '../backup/restore-backup.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { popupsJsonSchema } from '../marketing/popups.ts';
import { countGivenUp, listGivenUp, retryGivenUp } from '../queue/given-up-store.ts';
import { synonymsJsonSchema } from '../search/synonyms.ts';
import { serverSecret } from '../settings/server-key.ts';
import { themeJsonSchema } from '../theme/theme-schema.ts';
import { bringInLine } from './apply-folder.ts';
import { BadUsage, type Call, type Command, exactly, writeWhole } from './command.ts';
import type { LeftInShop } from './left-in-shop.ts';

/** Schemas of files beside theme.json, by the name they are written under. */
const ownSchemas: Readonly<Record<string, () => Record<string, unknown>>> = {
  'popups.schema.json': popupsJsonSchema,
  'synonyms.schema.json': synonymsJsonSchema,
};

export const shopAndBackupCommands: Record<string, Command> = {
  apply: {
    usage: 'apply DIR [--dry-run] [--prune [--yes]] [--convert RATE | --keep-amounts]',
    summary:
      'Brings settings, theme, collections, pages, articles and promotions in line with the files of a folder like shop/. --dry-run prints what would change; --prune also deletes what is no longer in the folder, after a question or with --yes. Where they change the own currency, --convert converts all prices at a rate and --keep-amounts keeps their numbers.',
    switches: ['dry-run', 'prune', 'yes', 'convert', 'keep-amounts'],
    valued: ['convert'],
    run: async ({ services, words, switches, say, confirm }) => {
      const [name] = exactly(words, 1);
      const folder = resolve(name!);
      const prunes = switches.has('prune');
      const isDry = switches.has('dry-run');
      const rate = rateOf(switches);
      if (switches.has('yes') && !prunes) throw new BadUsage('--yes belongs to --prune.');
      const warn = (sentence: string) => say(`Warning: ${sentence}`);
      let confirmed: LeftInShop | undefined;
      if (prunes && !isDry) {
        const plan = await bringInLine(services, folder, { isDry: true, prunes, rate, warn: () => {} });
        confirmed = plan.pruned;
        for (const line of plan.deleted) say(`to be ${line}`);
        if (plan.deleted.length > 0 && !switches.has('yes')) {
          if (!confirm) throw new Error('Nothing was changed. Add --yes to delete what is listed.');
          if (!(await confirm(`Delete ${countOf(plan.deleted.length, 'thing')}?`))) {
            say('Nothing was changed.');
            return false;
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
      else say(isDry ? `${countOf(total, 'change')} to make; nothing was written` : countOf(total, 'change'));
      return true;
    },
  },

  schema: {
    usage: 'schema FILE.json',
    summary:
      'Writes the JSON Schema of theme.json, by which editors complete and check it; into popups.schema.json that of popups.json, into synonyms.schema.json that of synonyms.json.',
    needsShop: false,
    run: async ({ words, say }) => {
      const [file] = exactly(words, 1);
      const schema = (ownSchemas[basename(file!)] ?? themeJsonSchema)();
      const text = `${JSON.stringify(schema, null, 2)}\n`;
      await writeWhole(resolve(file!), (target) => pipeline(Readable.from(text), target), 0o644);
      say(`Written to ${file}`);
      return true;
    },
  },

  jobs: {
    usage: 'jobs [--retry]',
    summary: 'Lists work that failed too often and was given up, such as mails; --retry has it tried again.',
    switches: ['retry'],
    run: async ({ services, words, switches, say }) => {
      exactly(words, 0);
      const { db, now } = services;
      for (const job of await listGivenUp(db.read, 1000)) {
        const when = new Date(job.at).toISOString().slice(0, 16).replace('T', ' ');
        const reason = job.error.split('\n', 1)[0];
        say(`${when}  ${job.kind}  ${job.key}  given up after ${job.attempts} tries: ${reason}`);
      }
      if (switches.has('retry')) {
        const retried = await db.transaction((trx) => retryGivenUp(trx, now()));
        say(`${retried} will be tried again.`);
      } else if ((await countGivenUp(db.read)).length === 0) say('Nothing was given up.');
      return true;
    },
  },

  'server-key': {
    usage: 'server-key',
    summary: "Prints the server's key, for SERVER_KEY: then it stands in no copy of the database.",
    run: async ({ services: { db, now }, words, say }) => {
      exactly(words, 0);
      say((await serverSecret(db, now())).toString('base64url'));
      return true;
    },
  },

  backup: {
    usage: 'backup FILE',
    summary: 'Writes everything lasting into one file; the shop may go on selling meanwhile.',
    run: async ({ services, words, say }) => {
      const [file] = exactly(words, 1);
      const { rows, objects, missing, isSigned } = await writeBackup(services, resolve(file!));
      for (const key of missing) say(`not in the storage: ${key}`);
      say(`${rows} rows and ${objects} stored files written to ${file}`);
      if (!isSigned)
        say('SERVER_KEY is not set, so the backup is unsigned: restore cannot tell whether it was changed.');
      return missing.length === 0;
    },
  },

  restore: {
    usage: 'restore FILE [--force] [--trust]',
    summary:
      'Restores a backup on either database. --force replaces a shop that is not empty, --trust takes a file that your SERVER_KEY did not sign.',
    switches: ['force', 'trust'],
    run: async ({ services, words, switches, say }) => {
      const [file] = exactly(words, 1);
      const report = await restoreBackup(services, resolve(file!), {
        force: switches.has('force'),
        trust: switches.has('trust'),
      });
      const madeAt = new Date(report.madeAt).toISOString();
      say(`${report.rows} rows and ${report.objects} stored files restored, as of ${madeAt}`);
      if (report.signature === 'unchecked') {
        say('SERVER_KEY is not set, so nothing proves that the backup is yours and unchanged.');
      }
      if (report.skipped.length > 0) say(`Not restored: ${report.skipped.join(', ')}`);
      return true;
    },
  },
};

/** The rate for another own currency: '1' of --keep-amounts, '' where neither is given. @throws BadUsage */
function rateOf(switches: Call['switches']): string {
  const typed = switches.get('convert');
  if (switches.has('keep-amounts')) {
    if (typed !== undefined) throw new BadUsage('Use --convert or --keep-amounts, not both.');
    return '1';
  }
  if (typed === undefined) return '';
  if (!/^\d{1,9}(\.\d{1,9})?$/.test(typed) || Number(typed) === 0)
    throw new BadUsage(
      `"${typed}" is not a rate: write what one of the former currency is in the new one, like 0.92.`,
    );
  return typed;
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
