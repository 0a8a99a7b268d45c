/** Settings are parsed once per stored text, and no caller can change the shared result. */
import { beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { readPaymentSettings } from '#server/payments/settings.ts';
import {
  deleteSetting,
  readSetting,
  readStoredText,
  SettingError,
  writeSetting,
} from '#server/settings/store.ts';
import { settingSchemas } from '#server/theme/settings.ts';
import { readThemeSetting } from '#server/theme/store.ts';
import { createTestShop, type TestShop } from '../harness.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
});
const countries = (codes: string[]) =>
  shop.db.transaction((trx) => writeSetting(trx, 'countries', settingSchemas.countries, codes, 0));

test('a setting is parsed again only when its text has changed', async () => {
  const made = vi.fn((value: { size: number }) => value);
  const schema = z.object({ size: z.number() }).transform(made);
  const write = (size: number) =>
    shop.db.transaction((trx) => writeSetting(trx, 'size', z.object({ size: z.number() }), { size }, 0));
  await write(1);
  const first = await readSetting(shop.db.read, 'size', schema);
  expect(await readSetting(shop.db.read, 'size', schema)).toBe(first);
  expect(made).toHaveBeenCalledTimes(1);
  await write(2);
  expect(await readSetting(shop.db.read, 'size', schema)).toEqual({ size: 2 });
  await write(1);
  expect(await readSetting(shop.db.read, 'size', schema)).toEqual({ size: 1 });
  await shop.db.transaction((trx) => deleteSetting(trx, 'size', 0));
  expect(await readSetting(shop.db.read, 'size', schema)).toBeNull();
});

test('a key with the text of another, or read by another schema, is another setting', async () => {
  const rows = ['one', 'two'].map((key) => ({ key, value: '{"a":1}', updated_at: 0 }));
  await shop.db.write.insertInto('settings').values(rows).execute();
  const loose = z.object({ a: z.number() });
  const added = z.object({ a: z.number().transform((a) => a + 1) });
  expect(await readSetting(shop.db.read, 'one', loose)).toEqual({ a: 1 });
  expect(await readSetting(shop.db.read, 'one', added)).toEqual({ a: 2 });
  expect(await readSetting(shop.db.read, 'one', loose)).toEqual({ a: 1 });
  const unfit = z.object({ a: z.string() });
  for (const key of ['one', 'two', 'one'])
    await expect(readSetting(shop.db.read, key, unfit)).rejects.toThrow(`The stored setting "${key}"`);
  await expect(readSetting(shop.db.read, 'two', unfit)).rejects.toThrow(SettingError);
});

test('nobody can change a setting that others read, stored or default, however deep', async () => {
  await countries(['US', 'DE']);
  const stored = (await readThemeSetting(shop.db.read, 'countries')) as string[];
  expect(() => stored.push('FR')).toThrow(TypeError);
  const currency = await readThemeSetting(shop.db.read, 'currency');
  expect(() => Object.assign(currency.currencies[0]!, { rate: 9 })).toThrow(TypeError);
  const payments = await readPaymentSettings(shop.db.read);
  expect(() => (payments.methods as unknown[]).pop()).toThrow(TypeError);
  expect(() => Object.assign(payments.methods[0]!, { title: 'x' })).toThrow(TypeError);
});

test('settings that are requested together are read by one statement, a later request by another', async () => {
  const { read } = shop.db;
  await countries(['US', 'AT']);
  const run = vi.spyOn(read, 'executeQuery');
  const [codes, again, none] = await Promise.all([
    readThemeSetting(read, 'countries'),
    readStoredText(read, 'countries'),
    readStoredText(read, 'nothing'),
  ]);
  expect([codes, again, none]).toEqual([['US', 'AT'], '["US","AT"]', undefined]);
  expect(run).toHaveBeenCalledTimes(1);
  await countries(['FR']);
  expect(await readThemeSetting(read, 'countries')).toEqual(['FR']);
  expect(run).toHaveBeenCalledTimes(2);
  run.mockRestore();
});

test('a transaction reads the settings it has written, also while others are read outside it', async () => {
  await countries(['US']);
  await shop.db.transaction(async (trx) => {
    await writeSetting(trx, 'countries', settingSchemas.countries, ['DE'], 0);
    expect(await readThemeSetting(trx, 'countries')).toEqual(['DE']);
    await expect(readThemeSetting(shop.db.read, 'countries')).rejects.toThrow();
  });
});
