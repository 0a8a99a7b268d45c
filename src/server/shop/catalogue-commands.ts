/** Commands about products: in, out, their prices and their stock. */
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { readPrice, writeAmount } from '../catalog/csv/cells.ts';
import { exportCsv } from '../catalog/csv/export-products.ts';
import { generateCsv } from '../catalog/csv/generate.ts';
import { importProducts } from '../catalog/csv/import-products.ts';
import { describeProblem } from '../catalog/csv/problems.ts';
import { readShopCurrency } from '../catalog/currency-store.ts';
import { type EditedVariant, findVariants, setPrice, setStock } from '../catalog/edit-store.ts';
import type { Services } from '../core/services.ts';
import { type CommandContext, whole, writeWhole } from './command.ts';

/** Adds the commands about products. */
export function addCatalogueCommands(program: Command, context: CommandContext): void {
  const { say, note } = context;

  program
    .command('import <file.csv>')
    .description(
      'Imports products from a Shopify product CSV, old or new column names. Known handles are updated; a new product that lacks price, stock or status stays unpublished.',
    )
    .action(async (file: string) => {
      const began = performance.now();
      const report = await importProducts(context.services, resolve(file), {
        onProgress: ({ rows, products }) => note(`${products} products, ${rows} rows`),
      });
      note('');
      for (const problem of report.problems) say(describeProblem(problem));
      const more = report.problemCount - report.problems.length;
      if (more > 0) say(`… and ${more} more problems`);
      for (const warning of report.warnings) say(`Warning: ${describeProblem(warning)}`);
      if (report.heldBack.length > 0)
        say(`Not published because of these problems: ${report.heldBack.join(', ')}`);
      if (report.unusedColumns.length > 0)
        say(`Columns that were not read: ${report.unusedColumns.join(', ')}`);
      for (const { from, to } of report.renamed)
        say(`"${from}" is "${to}" now; its old address leads to the new one.`);
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      say(
        `${report.created} products created, ${report.changed} changed, ${report.unchanged} as they were; ` +
          `${report.problemCount} problems in ${report.rows} rows (${seconds} s)`,
      );
      if (report.problemCount > 0) context.exitCode = 1;
    });

  program
    .command('export <file.csv>')
    .description('Writes all products as a CSV that import reads; importing it again changes nothing.')
    .action(async (file: string) => {
      const { db, env } = context.services;
      await writeWhole(resolve(file), (target) =>
        db.snapshot((trx) => pipeline(Readable.from(exportCsv(trx, env.SITE_URL)), target)),
      );
      say(`Written to ${file}; image addresses begin with ${env.SITE_URL}`);
    });

  program
    .command('generate <count> <file.csv>')
    .description('Makes up products for measurements: one collection of all, ten of a tenth each.')
    .action(async (count: string, file: string) => {
      const number = whole(count, 1, 1_000_000);
      await writeWhole(resolve(file), (target) => pipeline(Readable.from(generateCsv(number)), target));
      say(`${number} products written to ${file}`);
    });

  program
    .command('price <handle|sku> <amount>')
    .description(
      "Sets the price of one variant by SKU, or of all of a product's by handle; at most 9,999,999.99.",
    )
    .action(async (name: string, amount: string) => {
      const { services } = context;
      const currency = await readShopCurrency(services.db.read);
      const price = readPrice(amount, currency);
      if (price === null) throw new InvalidArgumentError('The amount is empty.');
      const { ofHandle, ofSku } = await knownVariants(services, name);
      const isSameProduct = ofSku.every(({ handle }) => handle === name);
      if (ofHandle.length > 0 && !isSameProduct) throw ambiguous(name, [...ofHandle, ...ofSku]);
      const variants = ofHandle.length > 0 ? ofHandle : onlyOne(name, ofSku);
      const ids = variants.map((variant) => variant.id);
      await services.db.transaction((trx) => setPrice(trx, ids, price, services.now()));
      for (const variant of variants) say(`${variant.title}: ${writeAmount(price, currency)} ${currency}`);
    });

  program
    .command('stock <sku> <count>')
    .description('Sets how many pieces of a variant can still be sold.')
    .action(async (sku: string, count: string) => {
      const { services } = context;
      const stock = whole(count, -1_000_000_000, 1_000_000_000);
      const { ofSku } = await knownVariants(services, sku);
      if (ofSku.length === 0) throw new Error(`No variant has the SKU "${sku}".`);
      const variants = onlyOne(sku, ofSku);
      const ids = variants.map((variant) => variant.id);
      await services.db.transaction((trx) => setStock(trx, ids, stock, services.now()));
      for (const variant of variants) say(`${variant.title}: ${stock}`);
    });
}

async function knownVariants({ db }: Services, name: string) {
  const variants = await findVariants(db.read, name);
  if (variants.length === 0) throw new Error(`No product has the handle, and no variant the SKU, "${name}".`);
  return {
    ofHandle: variants.filter(({ handle }) => handle === name),
    ofSku: variants.filter(({ sku }) => sku === name),
  };
}

/** Returns the variants. @throws Error with their handles where they are several: none is changed by a guess */
function onlyOne(sku: string, variants: EditedVariant[]): EditedVariant[] {
  if (variants.length > 1) throw ambiguous(sku, variants);
  return variants;
}

function ambiguous(name: string, variants: readonly EditedVariant[]): Error {
  const named = [...new Set(variants.map(({ handle, title }) => `${handle} (${title})`))].join('; ');
  return new Error(
    `"${name}" names several variants, and nothing was changed: ${named}. Give each variant an SKU of its own by import.`,
  );
}
