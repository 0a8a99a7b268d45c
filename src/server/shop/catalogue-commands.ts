/** Defines the CLI commands for products: import, export, price and stock. */
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { formatPlainAmount, readPrice } from '../catalog/csv/cells.ts';
import { exportCsv } from '../catalog/csv/export-products.ts';
import { generateCsv } from '../catalog/csv/generate.ts';
import { type ImportReport, importProducts } from '../catalog/csv/import-products.ts';
import { describeProblem } from '../catalog/csv/problems.ts';
import { readShopCurrency } from '../catalog/currency-store.ts';
import { findVariants, setPrice, setStock, type VariantSummary } from '../catalog/edit-store.ts';
import type { Services } from '../core/services.ts';
import {
  addExamples,
  type CommandContext,
  jsonOption,
  parseIntegerInRange,
  printResult,
  writeFileAtomically,
} from './command.ts';

export function addCatalogueCommands(program: Command, context: CommandContext): void {
  const { say: printLine, track } = context;

  const importCommand = program
    .command('import <file.csv>')
    .summary('Import products from a CSV file')
    .description(
      'Imports products from a Shopify product CSV, with old or new column names. Products that exist (same handle) are updated. ' +
        'A new product stays unpublished until it has a price, a stock quantity and a status.',
    )
    .option(...jsonOption)
    .action(async (file: string) => {
      const began = performance.now();
      const report = await track({ title: 'Importing', unit: 'rows' }, (onProgress) =>
        importProducts(context.services, resolve(file), { onProgress }),
      );
      printResult(context, reportData(report), reportLines(report, performance.now() - began));
      if (report.problemCount > 0) context.exitCode = 1;
    });
  addExamples(importCommand, 'import products.csv', 'import products.csv --json');

  const exportCommand = program
    .command('export <file.csv>')
    .summary('Write all products to a CSV file')
    .description('Writes all products to a CSV file that `import` reads. Importing it again changes nothing.')
    .action(async (file: string) => {
      const { db, env } = context.services;
      await track({ title: 'Exporting', unit: 'products' }, (report) =>
        writeFileAtomically(resolve(file), (target) =>
          db.snapshot((trx) => pipeline(Readable.from(exportCsv(trx, env.SITE_URL, report)), target)),
        ),
      );
      printLine(`Written to ${file}; image URLs begin with ${env.SITE_URL}`);
    });
  addExamples(exportCommand, 'export products.csv');

  const price = program
    .command('price <handle|sku> <amount>')
    .summary('Set a price')
    .description(
      'Sets the price of one variant (by SKU) or of all variants of a product (by handle), in the currency of the shop. The maximum is 9,999,999.99.',
    )
    .action(async (name: string, amount: string) => {
      const { services } = context;
      const currency = await readShopCurrency(services.db.read);
      const price = readPrice(amount, currency);
      if (price === null) throw new InvalidArgumentError('The amount is empty. Write one like 19.99.');
      const { ofHandle, ofSku } = await matchVariants(services, name);
      const isSameProduct = ofSku.every(({ handle }) => handle === name);
      if (ofHandle.length > 0 && !isSameProduct) throw ambiguous(name, [...ofHandle, ...ofSku]);
      const variants = ofHandle.length > 0 ? ofHandle : onlyOne(name, ofSku);
      const ids = variants.map((variant) => variant.id);
      await services.db.transaction((trx) => setPrice(trx, ids, price, services.now()));
      for (const variant of variants)
        printLine(`${variant.title}: ${formatPlainAmount(price, currency)} ${currency}`);
    });
  addExamples(price, 'price tidal-mug 24.00', 'price MAR-TA-MUG-OAT 24.00');

  const stockCommand = program
    .command('stock <sku> <count>')
    .summary('Set the stock of a variant')
    .description('Sets how many units of a variant can still be sold.')
    .action(async (sku: string, count: string) => {
      const { services } = context;
      const stock = parseIntegerInRange(count, -1_000_000_000, 1_000_000_000);
      const { ofSku } = await matchVariants(services, sku);
      if (ofSku.length === 0)
        throw new Error(`No variant has the SKU "${sku}". The file that \`export\` writes lists all SKUs.`);
      const variants = onlyOne(sku, ofSku);
      const ids = variants.map((variant) => variant.id);
      await services.db.transaction((trx) => setStock(trx, ids, stock, services.now()));
      for (const variant of variants) printLine(`${variant.title}: ${stock}`);
    });
  addExamples(stockCommand, 'stock MAR-TA-MUG-OAT 12');
}

export function addGenerateCommand(program: Command, { say: printLine }: CommandContext): void {
  const generate = program
    .command('generate <count> <file.csv>')
    .summary('Generate a CSV file of test products, for load tests')
    .description(
      'Generates a CSV file of test products, to measure a shop of any size. One collection contains all products; ten more contain a tenth of them each.',
    )
    .action(async (count: string, file: string) => {
      const number = parseIntegerInRange(count, 1, 1_000_000);
      await writeFileAtomically(resolve(file), (target) =>
        pipeline(Readable.from(generateCsv(number)), target),
      );
      printLine(`${number} products written to ${file}`);
    });
  addExamples(generate, 'generate 10000 many.csv');
}

function reportData({ problemCount, heldBack, unusedColumns, ...report }: ImportReport) {
  return { ...report, problem_count: problemCount, held_back: heldBack, unused_columns: unusedColumns };
}

function reportLines(report: ImportReport, ms: number): string[] {
  const more = report.problemCount - report.problems.length;
  return [
    ...report.problems.map(describeProblem),
    ...(more > 0 ? [`… and ${more} more problems`] : []),
    ...report.warnings.map((warning) => `Warning: ${describeProblem(warning)}`),
    ...(report.heldBack.length > 0
      ? [`Not published because of these problems: ${report.heldBack.join(', ')}`]
      : []),
    ...(report.unusedColumns.length > 0 ? [`Ignored columns: ${report.unusedColumns.join(', ')}`] : []),
    ...report.renamed.map(
      ({ from, to }) => `"${from}" is now "${to}"; the old URL redirects to the new one.`,
    ),
    `${report.created} products created, ${report.changed} changed, ${report.unchanged} unchanged; ` +
      `${report.problemCount} problems in ${report.rows} rows (${(ms / 1000).toFixed(1)} s)`,
  ];
}

async function matchVariants({ db }: Services, name: string) {
  const variants = await findVariants(db.read, name);
  if (variants.length === 0)
    throw new Error(
      `No product has the handle and no variant the SKU "${name}". The file that \`export\` writes lists all of them.`,
    );
  return {
    ofHandle: variants.filter(({ handle }) => handle === name),
    ofSku: variants.filter(({ sku }) => sku === name),
  };
}

/**
 * Returns the variants if there is at most one.
 * @throws Error that lists the matches if there are several, so that no variant is changed by a guess
 */
function onlyOne(sku: string, variants: VariantSummary[]): VariantSummary[] {
  if (variants.length > 1) throw ambiguous(sku, variants);
  return variants;
}

function ambiguous(name: string, variants: readonly VariantSummary[]): Error {
  const named = [...new Set(variants.map(({ handle, title }) => `${handle} (${title})`))].join('; ');
  return new Error(
    `"${name}" matches several variants, so nothing was changed: ${named}. Import a file that gives each variant its own SKU.`,
  );
}
