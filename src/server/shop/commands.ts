/** The commands of `npm run shop`. Each says how it is used; `run` prints and returns, or throws BadUsage or an Error. */
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BadCell, readAmount, readInteger, writeAmount } from '../catalog/csv/cells.ts';
import { exportCsv } from '../catalog/csv/export-products.ts';
import { generateCsv } from '../catalog/csv/generate.ts';
import { importProducts } from '../catalog/csv/import-products.ts';
import { describeProblem } from '../catalog/csv/problems.ts';
import { findVariants, setPrice, setStock } from '../catalog/edit-store.ts';
import { restoreBackup } from '../db/backup/restore-backup.ts';
import { writeBackup } from '../db/backup/write-backup.ts';
import { countGivenUp, listGivenUp, retryGivenUp } from '../jobs/given-up-store.ts';
import { listOrders, shipOrder } from '../orders/merchant-store.ts';
import { readShopCurrency } from '../pricing/currency-store.ts';
import type { Services } from '../services.ts';
import { themeJsonSchema } from '../theme/theme-schema.ts';
import { applyFolder } from './apply-folder.ts';

/** The command was written wrongly; its usage is printed with the message. */
export class BadUsage extends Error {
  override name = 'BadUsage';
}

export interface Call {
  services: Services;
  /** Words after the command, switches left out. */
  words: string[];
  /** Switches that were given, without dashes. */
  switches: ReadonlySet<string>;
  /** Prints a line. */
  say(line: string): void;
  /** Shows what is being done on a terminal, in place of the former note; '' clears it. */
  note(line: string): void;
}

export interface Command {
  usage: string;
  summary: string;
  switches?: readonly string[];
  /** Whether a shop must have been opened and brought to the newest version; true by default. */
  needsShop?: false;
  /** @returns false when it worked in part only; the process then ends with code 1 */
  run(call: Call): Promise<boolean>;
}

export const commands: Record<string, Command> = {
  import: {
    usage: 'import FILE.csv',
    summary:
      'Brings in products from a Shopify product CSV, old or new column names. Known handles are updated.',
    run: async ({ services, words, say, note }) => {
      const [file] = exactly(words, 1);
      const began = performance.now();
      const report = await importProducts(services, resolve(file!), {
        onProgress: ({ rows, products }) => note(`${products} products, ${rows} rows`),
      });
      note('');
      for (const problem of report.problems) say(describeProblem(problem));
      const more = report.problemCount - report.problems.length;
      if (more > 0) say(`… and ${more} more problems`);
      if (report.unusedColumns.length > 0)
        say(`Columns that were not read: ${report.unusedColumns.join(', ')}`);
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      say(
        `${report.created} products created, ${report.changed} changed, ${report.unchanged} as they were; ` +
          `${report.problemCount} problems in ${report.rows} rows (${seconds} s)`,
      );
      return report.problemCount === 0;
    },
  },

  export: {
    usage: 'export FILE.csv',
    summary: 'Writes all products as a CSV that import reads; importing it again changes nothing.',
    run: async ({ services, words, say }) => {
      const [file] = exactly(words, 1);
      await writeWhole(resolve(file!), (target) =>
        services.db.snapshot((trx) => pipeline(Readable.from(exportCsv(trx, services.env.SITE_URL)), target)),
      );
      say(`Written to ${file}`);
      return true;
    },
  },

  apply: {
    usage: 'apply DIR',
    summary:
      'Brings settings, theme, collections, pages, articles and promotions in line with the files of a folder like shop/.',
    run: async ({ services, words, say }) => {
      const [folder] = exactly(words, 1);
      const changed = await applyFolder(services, resolve(folder!));
      for (const line of changed) say(`changed: ${line}`);
      say(changed.length === 0 ? 'Nothing to change.' : `${changed.length} changes`);
      return true;
    },
  },

  schema: {
    usage: 'schema FILE.json',
    summary: 'Writes the JSON Schema of theme.json, by which editors complete and check it.',
    needsShop: false,
    run: async ({ words, say }) => {
      const [file] = exactly(words, 1);
      await writeWhole(resolve(file!), (target) =>
        pipeline(Readable.from(`${JSON.stringify(themeJsonSchema(), null, 2)}\n`), target),
      );
      say(`Written to ${file}`);
      return true;
    },
  },

  generate: {
    usage: 'generate COUNT FILE.csv',
    summary: 'Makes up products for measurements: one collection of all, ten of a tenth each.',
    needsShop: false,
    run: async ({ words, say }) => {
      const [count, file] = exactly(words, 2);
      const number = whole(count!, 1, 1_000_000);
      await writeWhole(resolve(file!), (target) => pipeline(Readable.from(generateCsv(number)), target));
      say(`${number} products written to ${file}`);
      return true;
    },
  },

  price: {
    usage: 'price HANDLE|SKU AMOUNT',
    summary: "Sets the price of one variant by SKU, or of all of a product's by handle.",
    run: async ({ services, words, say }) => {
      const [name, text] = exactly(words, 2);
      const currency = await readShopCurrency(services.db.read);
      const price = readAmount(text!, currency);
      if (price === null) throw new BadUsage('The amount is empty.');
      const variants = await knownVariants(services, name!);
      const ids = variants.map((variant) => variant.id);
      await services.db.transaction((trx) => setPrice(trx, ids, price, services.now()));
      for (const variant of variants) say(`${variant.title}: ${writeAmount(price, currency)} ${currency}`);
      return true;
    },
  },

  stock: {
    usage: 'stock SKU COUNT',
    summary: 'Sets how many pieces of a variant can still be sold.',
    run: async ({ services, words, say }) => {
      const [sku, count] = exactly(words, 2);
      const stock = whole(count!, -1_000_000_000, 1_000_000_000);
      const variants = (await knownVariants(services, sku!)).filter((variant) => variant.sku === sku);
      if (variants.length === 0) throw new Error(`No variant has the SKU "${sku}".`);
      const ids = variants.map((variant) => variant.id);
      await services.db.transaction((trx) => setStock(trx, ids, stock, services.now()));
      for (const variant of variants) say(`${variant.title}: ${stock}`);
      return true;
    },
  },

  orders: {
    usage: 'orders [COUNT]',
    summary: 'Lists the newest orders, 20 unless told.',
    run: async ({ services, words, say }) => {
      if (words.length > 1) throw new BadUsage('There are too many words.');
      const orders = await listOrders(services.db.read, whole(words[0] ?? '20', 1, 1000));
      for (const order of orders) {
        const when = new Date(order.orderTime).toISOString().slice(0, 16).replace('T', ' ');
        const total = `${writeAmount(order.total, order.currency)} ${order.currency}`;
        const hold = order.holdReason ? `, on hold: ${order.holdReason}` : '';
        say(
          `${order.orderNo}  ${when}  ${total.padStart(14)}  ${statusNames[order.status] ?? '?'}${hold}  ${order.email}`,
        );
      }
      if (orders.length === 0) say('No orders yet.');
      return true;
    },
  },

  ship: {
    usage: 'ship ORDER TRACKING [COMPANY]',
    summary: 'Marks a paid order as shipped and keeps its tracking number.',
    run: async ({ services, words, say }) => {
      const [orderNo, number, ...company] = words;
      if (!orderNo || !number) throw new BadUsage('The order number or the tracking number is missing.');
      if (!/^[\w-]{3,60}$/.test(number)) throw new BadUsage(`"${number}" is not a tracking number.`);
      const tracking = { number, company: company.join(' ').slice(0, 60) };
      const refusal = await services.db.transaction((trx) =>
        shipOrder(trx, orderNo, tracking, services.now()),
      );
      if (refusal !== '') throw new Error(`Order ${orderNo} cannot be shipped: it is ${refusal}.`);
      say(`Order ${orderNo} is shipped with ${number}`);
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

  backup: {
    usage: 'backup FILE',
    summary: 'Writes everything lasting into one file; the shop may go on selling meanwhile.',
    run: async ({ services, words, say }) => {
      const [file] = exactly(words, 1);
      const { rows, objects, missing } = await writeBackup(services, resolve(file!));
      for (const key of missing) say(`not in the storage: ${key}`);
      say(`${rows} rows and ${objects} stored files written to ${file}`);
      return missing.length === 0;
    },
  },

  restore: {
    usage: 'restore FILE [--force]',
    summary:
      'Puts a backup in the place of what is there, on either database; --force replaces a shop that is not empty.',
    switches: ['force'],
    run: async ({ services, words, switches, say }) => {
      const [file] = exactly(words, 1);
      const report = await restoreBackup(services, resolve(file!), { force: switches.has('force') });
      const madeAt = new Date(report.madeAt).toISOString();
      say(`${report.rows} rows and ${report.objects} stored files restored, as of ${madeAt}`);
      return true;
    },
  },
};

/** R61. */
const statusNames: Record<number, string> = {
  [-1]: 'payment failed',
  0: 'pending payment',
  1: 'paid',
  2: 'processing',
  3: 'shipped',
  4: 'completed',
  5: 'cancelled',
  6: 'refunded',
};

function exactly(words: string[], count: number): string[] {
  if (words.length < count) throw new BadUsage('Something is missing.');
  if (words.length > count) throw new BadUsage('There are too many words.');
  return words;
}

function whole(text: string, least: number, most: number): number {
  try {
    const value = readInteger(text);
    if (value !== null && value >= least && value <= most) return value;
  } catch (error) {
    if (!(error instanceof BadCell)) throw error;
  }
  throw new BadUsage(`"${text}" is not a whole number between ${least} and ${most}.`);
}

async function knownVariants({ db }: Services, name: string) {
  const variants = await findVariants(db.read, name);
  if (variants.length === 0) throw new Error(`No product has the handle, and no variant the SKU, "${name}".`);
  return variants;
}

/** Writes a file beside its place and renames it, so that nobody finds half of it. */
async function writeWhole(
  path: string,
  fill: (target: NodeJS.WritableStream) => Promise<void>,
): Promise<void> {
  const part = `${path}.part`;
  try {
    await fill(createWriteStream(part));
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
