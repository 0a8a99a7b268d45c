/** Takes a shop's stored amounts into another currency of its own (R202). Orders keep the currency that they were placed in. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Frozen } from '#lib/frozen.ts';
import { type Decimal, decimal, multiplyHalfUp } from '#lib/money/decimal.ts';
import { currencyDigits, fromWire, toWire } from '#lib/money/minor.ts';
import { purge } from '../cache/purges-store.ts';
import { tags } from '../cache/tags.ts';
import { maxPrice } from '../catalog/csv/cells.ts';
import { parseStored, storedCustomOptions } from '../catalog/stored-json.ts';
import { insuranceSchema, shippingSchema } from '../checkout/settings.ts';
import { chunk } from '../db/chunk.ts';
import type { Transaction } from '../db/database.ts';
import { paymentSettings } from '../payments/settings.ts';
import { kindNamed } from '../promotions/kinds.ts';
import { storedFields } from '../promotions/rule-fields.ts';
import { readSetting, type SettingValue, writeSetting } from '../settings/store.ts';
import { settingSchemas } from '../theme/settings.ts';

export interface CurrencyChange {
  from: string;
  to: string;
  /** What one of `from` is in `to`, as a plain decimal; 1 keeps the numbers. */
  rate: string;
}

/** Converts minor units of one currency to those of the other, halves up; what costs something never becomes free. */
type Convert = (minor: number) => number;

/** Whether the shop has chosen its currency, or has stored anything whose amount would mean something else in another one. */
export async function hasAmounts(trx: Transaction): Promise<boolean> {
  const chosen = await trx
    .selectFrom('settings')
    .select('key')
    .where('key', 'in', ['currency', 'shipping', 'insurance', 'payments'])
    .limit(1)
    .executeTakeFirst();
  if (chosen) return true;
  const [product, promotion, order] = await Promise.all([
    trx.selectFrom('products').select('id').limit(1).executeTakeFirst(),
    trx.selectFrom('promotions').select('id').limit(1).executeTakeFirst(),
    trx.selectFrom('orders').select('order_no').limit(1).executeTakeFirst(),
  ]);
  return Boolean(product ?? promotion ?? order);
}

/**
 * Converts prices, customisations, promotions, tips of open checkouts, and the settings that have amounts.
 * @param written keys of settings that the merchant's folder sets: their amounts are those of the new currency already
 * @throws Error when a price would become 0 or more than a price can be
 */
export async function changeCurrency(
  trx: Transaction,
  change: CurrencyChange,
  written: ReadonlySet<string>,
  now: number,
): Promise<void> {
  const factor = factorOf(change);
  const convert: Convert = (minor) => Math.max(multiplyHalfUp(minor, factor), minor > 0 ? 1 : minor);
  await convertPrices(trx, change, factor, now);
  await convertCustomOptions(trx, convert);
  await convertPromotions(trx, convert, now);
  await convertSettings(trx, change, convert, written, now);
  const products = await trx.selectFrom('products').select('id').orderBy('id').execute();
  const collections = await trx.selectFrom('collections').select('id').orderBy('id').execute();
  const stale = [
    ...products.map(({ id }) => tags.product(id)),
    ...collections.map(({ id }) => tags.collection(id)),
  ];
  await purge(trx, [tags.catalog, tags.promotions], now);
  for (const piece of chunk(stale)) await purge(trx, piece, now);
}

/** The rate between minor units, whose number of decimals may differ. */
function factorOf({ from, to, rate }: CurrencyChange): Decimal {
  const { digits, scale } = decimal(rate);
  const shift = currencyDigits(to) - currencyDigits(from);
  return shift >= 0 ? { digits: digits * 10n ** BigInt(shift), scale } : { digits, scale: scale - shift };
}

async function convertPrices(
  trx: Transaction,
  { from, to, rate }: CurrencyChange,
  { digits, scale }: Decimal,
  now: number,
): Promise<void> {
  const denominator = 10n ** BigInt(scale);
  // Whole numbers on either database: both divide them towards zero.
  const whole = (value: bigint) => sql.raw(String(value));
  const converted = (column: string) =>
    sql<number>`((${sql.ref(column)} * ${whole(2n * digits)} + ${whole(denominator)}) / ${whole(2n * denominator)})`;
  const { dearest } = await trx
    .selectFrom('variants')
    .select(
      sql<number | null>`max(case when compare_at_price > price then compare_at_price else price end)`.as(
        'dearest',
      ),
    )
    .executeTakeFirstOrThrow();
  const largest = BigInt(dearest ?? 0);
  if (largest * 2n * digits + denominator >= 2n ** 62n)
    throw new Error(
      `The rate ${rate} has too many digits for the prices of the shop. Write it with fewer decimals.`,
    );
  const highest = fromWire(maxPriceIn(to), to);
  const wrong = await trx
    .selectFrom('variants as v')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .select(['p.handle', 'v.price'])
    .where('v.deleted_at', 'is', null)
    .where('v.price', '>', 0)
    .where((where) =>
      where.or([where(converted('v.price'), '=', 0), where(converted('v.price'), '>', highest)]),
    )
    .orderBy('v.id')
    .limit(1)
    .executeTakeFirst();
  if (wrong)
    throw new Error(
      `"${wrong.handle}" costs ${toWire(wrong.price, from)} ${from}, which cannot be converted at ${rate}: a price in ${to} must be above 0 and at most ${toWire(highest, to)}.`,
    );
  await trx
    .updateTable('variants')
    .set({
      price: converted('price'),
      compare_at_price: sql<
        number | null
      >`case when compare_at_price is null then null else ${converted('compare_at_price')} end`,
      updated_at: now,
    })
    .execute();
  await trx
    .updateTable('products')
    .set({ min_price: converted('min_price'), max_price: converted('max_price'), updated_at: now })
    .execute();
  await trx
    .updateTable('product_collections')
    .set({ min_price: converted('min_price') })
    .execute();
  await trx
    .updateTable('checkouts')
    .set({ tip: converted('tip') })
    .where('tip', '>', 0)
    .execute();
}

/** 9,999,999.99, or 9,999,999 where the currency has no decimals. */
function maxPriceIn(currency: string): number {
  return currencyDigits(currency) === 0 ? Math.floor(maxPrice) : maxPrice;
}

async function convertCustomOptions(trx: Transaction, convert: Convert): Promise<void> {
  const rows = await trx
    .selectFrom('products')
    .select(['id', 'custom_options'])
    .where('custom_options', '!=', '[]')
    .orderBy('id')
    .execute();
  for (const { id, custom_options } of rows) {
    const options = parseStored(storedCustomOptions, custom_options).map((option) => ({
      ...option,
      price: convert(option.price),
      values: option.values.map((value) => ({ ...value, price: convert(value.price) })),
    }));
    await trx
      .updateTable('products')
      .set({ custom_options: JSON.stringify(options) })
      .where('id', '=', id)
      .execute();
  }
}

/** Rules that do not fit their kind are of no effect and stay as they are. */
async function convertPromotions(trx: Transaction, convert: Convert, now: number): Promise<void> {
  const rows = await trx.selectFrom('promotions').select(['id', 'kind', 'rules']).orderBy('id').execute();
  for (const { id, kind, rules } of rows) {
    const converted = kindNamed
      .get(kind)
      ?.rulesFrom({ ...storedFields, money: storedFields.money.transform(convert) })
      .safeParse(JSON.parse(rules));
    if (!converted?.success) continue;
    await trx
      .updateTable('promotions')
      .set({ rules: JSON.stringify(converted.data), updated_at: now })
      .where('id', '=', id)
      .execute();
  }
}

async function convertSettings(
  trx: Transaction,
  { from, to, rate }: CurrencyChange,
  convert: Convert,
  written: ReadonlySet<string>,
  now: number,
): Promise<void> {
  const change = async <Schema extends z.ZodType>(
    key: string,
    schema: Schema,
    changed: (value: SettingValue<Schema>) => Frozen<z.input<Schema>>,
  ) => {
    const stored = written.has(key) ? null : await readSetting(trx, key, schema);
    if (stored !== null) await writeSetting(trx, key, schema, changed(stored), now);
  };
  await change('shipping', shippingSchema, (shipping) => ({
    ...shipping,
    zones: shipping.zones.map((zone) => ({
      ...zone,
      methods: zone.methods.map((method) => ({
        ...method,
        shipping_amount: convert(method.shipping_amount),
        // The end of one method and the beginning of the next stay neighbours.
        ...(method.shipping_type === 1 && {
          min: convert(method.min),
          max: method.max === null ? null : Math.max(convert(method.max + 1) - 1, convert(method.min)),
        }),
      })),
    })),
  }));
  await change('insurance', insuranceSchema, (insurance) => ({ ...insurance, min: convert(insurance.min) }));
  const limits = <Account extends { min_amount: number | null; max_amount: number | null }>(
    account: Account,
  ) => ({
    ...account,
    min_amount: account.min_amount === null ? null : convert(account.min_amount),
    max_amount: account.max_amount === null ? null : convert(account.max_amount),
  });
  await change('payments', paymentSettings, ({ paypal, card, stripe, ...rest }) => ({
    ...rest,
    ...{ paypal: limits(paypal), card: limits(card), stripe: limits(stripe) },
  }));
  await change('bag', settingSchemas.bag, (bag) => {
    const threshold = Number(bag.freeShippingThreshold ?? Number.NaN);
    if (!(threshold > 0)) return bag;
    const minor = convert(Math.round(threshold * 10 ** currencyDigits(from)));
    return { ...bag, freeShippingThreshold: rate === '1' ? threshold : toWire(minor, to) };
  });
}
