/** Commands about products: in, out, their prices and their stock. */
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readPrice, writeAmount } from '../catalog/csv/cells.ts';
import { exportCsv } from '../catalog/csv/export-products.ts';
import { generateCsv } from '../catalog/csv/generate.ts';
import { importProducts } from '../catalog/csv/import-products.ts';
import { describeProblem } from '../catalog/csv/problems.ts';
import { readShopCurrency } from '../catalog/currency-store.ts';
import { type EditedVariant, findVariants, setPrice, setStock } from '../catalog/edit-store.ts';
import type { Services } from '../core/services.ts';
import { BadUsage, type Command, exactly, whole, writeWhole } from './command.ts';

export const catalogueCommands: Record<string, Command> = {
  import: {
    usage: 'import FILE.csv',
    summary:
      'Imports products from a Shopify product CSV, old or new column names. Known handles are updated; a new product that lacks price, stock or status stays unpublished.',
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
      say(`Written to ${file}; image addresses begin with ${services.env.SITE_URL}`);
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
    summary:
      "Sets the price of one variant by SKU, or of all of a product's by handle; at most 9,999,999.99.",
    run: async ({ services, words, say }) => {
      const [name, text] = exactly(words, 2);
      const currency = await readShopCurrency(services.db.read);
      const price = readPrice(text!, currency);
      if (price === null) throw new BadUsage('The amount is empty.');
      const { ofHandle, ofSku } = await knownVariants(services, name!);
      const isSameProduct = ofSku.every(({ handle }) => handle === name);
      if (ofHandle.length > 0 && !isSameProduct) throw ambiguous(name!, [...ofHandle, ...ofSku]);
      const variants = ofHandle.length > 0 ? ofHandle : onlyOne(name!, ofSku);
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
      const { ofSku } = await knownVariants(services, sku!);
      if (ofSku.length === 0) throw new Error(`No variant has the SKU "${sku}".`);
      const variants = onlyOne(sku!, ofSku);
      const ids = variants.map((variant) => variant.id);
      await services.db.transaction((trx) => setStock(trx, ids, stock, services.now()));
      for (const variant of variants) say(`${variant.title}: ${stock}`);
      return true;
    },
  },
};

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
