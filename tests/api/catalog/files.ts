/** Files for tests of the importer: in a folder of their own, gone after the file's last test. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ImportReport, importProducts } from '#server/catalog/csv/import-products.ts';
import { closeAtEnd } from '../harness/clean-up.ts';
import type { TestShop } from '../harness.ts';

/** A folder for this test. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-csv-'));
  closeAtEnd(async () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Imports CSV text. @param folder where its pictures are */
export function importText(shop: TestShop, text: string, folder = testFolder()): Promise<ImportReport> {
  const path = join(folder, 'products.csv');
  writeFileSync(path, text);
  return importProducts(shop.services, path);
}
