import { z } from 'zod';
import { ownCurrency, usdConfig } from '#lib/currency/config.ts';
import type { Queryable } from '../db/database.ts';
import { readSetting } from '../settings/store.ts';

/** Only what prices need of the setting; its full schema is the contract's. */
const currencies = z.object({
  currencies: z.array(z.looseObject({ currency: z.string(), is_default: z.boolean().default(false) })).min(1),
});

/** ISO 4217 code of the shop's own currency, in which every stored amount is; USD when none is set (R59). */
export async function readShopCurrency(db: Queryable): Promise<string> {
  const config = await readSetting(db, 'currency', currencies);
  const own = config?.currencies.find((entry) => entry.is_default) ?? config?.currencies[0];
  return own?.currency ?? ownCurrency(usdConfig).currency;
}
