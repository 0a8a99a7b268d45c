/** Converts a shop's stored amounts to another default currency (R202). Orders keep the currency in which they were placed. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { DeepReadonly } from '#lib/deep-freeze.ts';
import { type Decimal, multiplyHalfUp, parseDecimal } from '#lib/money/decimal.ts';
import { currencyDigits, fromWire, toWire } from '#lib/money/minor.ts';
import { purge } from '../cache/purges-store.ts';
import { tags } from '../cache/tags.ts';
import { maxPrice } from '../catalog/csv/cells.ts';
import { parseJsonColumn, storedCustomOptionsSchema } from '../catalog/stored-json.ts';
import { insuranceSchema, shippingSchema } from '../checkout/settings.ts';
import { chunk } from '../db/chunk.ts';
import type { Transaction } from '../db/database.ts';
import { paymentSettings } from '../payments/settings.ts';
import { promotionKindByName } from '../promotions/kinds.ts';
import { storedRuleFields } from '../promotions/rule-fields.ts';
import { readSetting, type SettingValue, writeSetting } from '../settings/store.ts';
import { settingSchemas } from '../theme/settings.ts';

export interface CurrencyChange {
  from: string;
  to: string;
  /** Value of one unit of `from` in `to`, as a plain decimal; 1 keeps the numbers: 28.00 stays 28.00. */
  rate: string;
}

/** Converts an amount to minor units of the new currency, rounding half up; a positive amount never becomes 0. */
type Convert = (minor: number) => number;

/** Returns whether the shop has set its currency or stores any data whose amounts depend on it. */
export async function isCurrencyInUse(trx: Transaction): Promise<boolean> {
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
 * Converts prices, customisations, promotions, tips of open checkouts, and settings with amounts.
 * @param written keys of settings in the merchant's folder, whose amounts are already in the new currency
 * @throws Error when a price would become 0 or exceed the maximum price
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

/** Returns the exchange rate between minor units, because the currencies may have different numbers of decimals. */
function factorOf({ from, to, rate }: CurrencyChange): Decimal {
  const { digits, scale } = parseDecimal(rate);
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
  // Use integer arithmetic: both databases truncate an integer division.
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

/** Returns the maximum price: 9,999,999.99, or 9,999,999 if the currency has no decimals. */
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
    const options = parseJsonColumn(storedCustomOptionsSchema, custom_options).map((option) => ({
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

/** Converts the rules of promotions. Rules that are invalid for their promotion type have no effect and stay unchanged. */
async function convertPromotions(trx: Transaction, convert: Convert, now: number): Promise<void> {
  const rows = await trx.selectFrom('promotions').select(['id', 'kind', 'rules']).orderBy('id').execute();
  for (const { id, kind, rules } of rows) {
    const converted = promotionKindByName
      .get(kind)
      ?.rulesFrom({ ...storedRuleFields, money: storedRuleFields.money.transform(convert) })
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
    changed: (value: SettingValue<Schema>) => DeepReadonly<z.input<Schema>>,
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
        // Keep adjacent ranges adjacent: the next method starts one minor unit above this maximum.
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
