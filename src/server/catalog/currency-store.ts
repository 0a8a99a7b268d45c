import { z } from 'zod';
import { findShopCurrency, usdConfig } from '#lib/currency/config.ts';
import type { Queryable } from '../db/database.ts';
import { readSetting } from '../settings/store.ts';

/** The part of the setting `currency` that prices need; the API contract contains the full schema. */
const currencies = z.object({
  currencies: z.array(z.looseObject({ currency: z.string(), is_default: z.boolean().default(false) })).min(1),
});

/** Returns the ISO 4217 code of the shop's currency, in which all amounts are stored; USD by default (R59). */
export async function readShopCurrency(db: Queryable): Promise<string> {
  const config = await readSetting(db, 'currency', currencies);
  const defaultCurrency = config?.currencies.find((entry) => entry.is_default) ?? config?.currencies[0];
  return defaultCurrency?.currency ?? findShopCurrency(usdConfig).currency;
}
