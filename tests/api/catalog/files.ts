/** Files for tests, mainly of the importer, in a temporary folder that is deleted after the file's last test. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { type ImportReport, importProducts } from '#server/catalog/csv/import-products.ts';
import { closeAtEnd } from '../harness/clean-up.ts';
import type { TestShop } from '../harness.ts';

export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-csv-'));
  closeAtEnd(async () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Imports CSV text. @param folder where its images are */
export function importText(shop: TestShop, text: string, folder = testFolder()): Promise<ImportReport> {
  const path = join(folder, 'products.csv');
  writeFileSync(path, text);
  return importProducts(shop.services, path);
}

/**
 * Imports CSV text of products that are for sale: published, and with untracked stock if the text has no quantities.
 * @param folder where its images are
 */
export function importForSale(shop: TestShop, text: string, folder = testFolder()): Promise<ImportReport> {
  const [header = [], ...rows]: string[][] = parse(text, { relax_column_count: true });
  const added: [name: string, cell: string][] = [];
  if (!header.includes('Published')) added.push(['Published', 'TRUE']);
  if (!header.some((name) => name.includes('Inventory'))) added.push(['Variant Inventory Tracker', '']);
  const whole = [
    [...header, ...added.map(([name]) => name)],
    ...rows.map((row) => [...header.map((_, at) => row[at] ?? ''), ...added.map(([, cell]) => cell)]),
  ];
  return importText(shop, stringify(whole), folder);
}
