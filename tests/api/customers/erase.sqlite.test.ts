/** No file of the database contains erased data any more. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '#server/db/open-database.ts';
import { housekeepingJob } from '#server/jobs/housekeeping.ts';
import type { TestShop } from '../harness.ts';
import { filledIn } from '../orders/fixture.ts';
import { ada, createAccountShop, register } from './fixture.ts';

/** Returns whether the files of the open database still contain a text. */
function isReadable({ databaseEnv }: TestShop, text: RegExp): boolean {
  const names = ['atoll.db', 'atoll.db-wal'];
  return names.some((name) => text.test(readFileSync(join(databaseEnv.DATA_DIR!, name), 'latin1')));
}

const password = ada.password;

async function registerWithAddresses(shop: TestShop, email: string) {
  const visitor = await register(shop, { email, password });
  const address = { ...filledIn.address, address1: `${email} Street 1` };
  for (let at = 0; at < 5; at += 1) {
    await visitor.data('POST /api/v1/storefront/customer/addresses', { body: { address } });
  }
  return visitor;
}

test('on SQLite an erased customer is in neither the file nor its log [T12]', async () => {
  const shop = await createAccountShop();
  const visitor = await registerWithAddresses(shop, 'gone@example.com');
  await registerWithAddresses(shop, 'stays@example.com');
  expect(isReadable(shop, /gone@example\.com/i)).toBe(true);
  await visitor.data('POST /api/v1/storefront/customer/erase', { body: { password } });
  expect(isReadable(shop, /gone@example\.com/i)).toBe(false);
  expect(isReadable(shop, /stays@example\.com/i)).toBe(true);
});

test('on SQLite the log is emptied within the hour when somebody read the database during an erasure [T12]', async () => {
  const shop = await createAccountShop();
  const visitor = await registerWithAddresses(shop, 'gone@example.com');
  const beside = await openDatabase(shop.databaseEnv as { DATA_DIR: string });
  await beside.snapshot(async (trx) => {
    await trx.selectFrom('customers').selectAll().execute();
    await visitor.data('POST /api/v1/storefront/customer/erase', { body: { password } });
  });
  await beside.close();
  expect(isReadable(shop, /gone@example\.com/i)).toBe(true);
  await housekeepingJob.run({ services: shop.services, attempt: 1, signal: new AbortController().signal });
  expect(isReadable(shop, /gone@example\.com/i)).toBe(false);
});
