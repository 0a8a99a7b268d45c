/** The list of countries is named and sorted once per version of the settings that it depends on. */
import { expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { numericPhonesSchema, readCountries } from '#server/checkout/countries.ts';
import { writeSetting } from '#server/settings/store.ts';
import { settingSchemas } from '#server/theme/settings.ts';
import { createTestShop } from '../harness.ts';

it('is the same until the countries, the language or the numeric phones change', async () => {
  const shop = await createTestShop();
  const read = () => readCountries(shop.db.read);
  const named = async () =>
    (await read()).map(({ name, phone_numeric }) => name + (phone_numeric ? ' #' : ''));
  const write = <Schema extends z.ZodType>(key: string, schema: Schema, value: z.input<Schema>) =>
    shop.db.transaction((trx) => writeSetting(trx, key, schema, value as never, 0));
  await write('countries', settingSchemas.countries, ['US', 'AT']);
  const made = vi.spyOn(Intl, 'DisplayNames');
  const first = await read();
  expect(await read()).toBe(first);
  expect(made).toHaveBeenCalledTimes(1);
  made.mockRestore();
  expect(() => (first as unknown[]).pop()).toThrow(TypeError);
  expect(await named()).toEqual(['Austria', 'United States']);
  await write('numericPhones', numericPhonesSchema, ['US']);
  expect(await named()).toEqual(['Austria', 'United States #']);
  await write('shop', settingSchemas.shop, { name: 'A', lang: 'de' });
  expect(await named()).toEqual(['Österreich', 'Vereinigte Staaten #']);
  await write('countries', settingSchemas.countries, ['AT', 'CH']);
  expect(await named()).toEqual(['Österreich', 'Schweiz']);
});
