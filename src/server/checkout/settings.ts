/** The merchant's settings of checkout. Amounts are integer minor units of the shop's currency, weights are grams. */
import { z } from 'zod';
import { isTimeZone } from '#lib/shop-day.ts';
import { minorUnits, wholeNumber } from '../core/amount-field.ts';
import type { Queryable } from '../db/database.ts';
import { readSetting } from '../settings/store.ts';
import { readTheme } from '../theme/store.ts';
import { type Country, readCountries } from './countries.ts';

const measure = wholeNumber(
  'of what shipping_type measures: 1 minor units (550 means 5.50), 2 grams, 3 pieces',
);
const percent = z.number().min(0).max(100);
const country = z.string().regex(/^[A-Z]{2}$/, 'must be a two-letter country code');

/** Working days from the shortest to the longest. */
const daySpan = z
  .object({ min: z.number().int().min(0).max(120), max: z.number().int().min(0).max(120) })
  .refine(({ min, max }) => min <= max, { message: 'min must not be above max' });
export type DaySpan = z.output<typeof daySpan>;

export const shippingMethodSchema = z.object({
  id: z.string().min(1).max(64),
  title: z.string().min(1),
  /** Beside the title, e.g. `with a signature`; when it arrives is reckoned from `days`. */
  desc: z.string().default(''),
  /** What min and max measure: 1 goods after discounts, 2 weight (checkout only), 3 pieces without gifts (R67). */
  shipping_type: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  min: measure,
  /** Both ends count; null has no upper end. */
  max: measure.nullable(),
  /** 0 is free. */
  shipping_amount: minorUnits,
  /** On the way, working days of the destination; without it nothing is promised. */
  days: daySpan.optional(),
  /** Its courier calls before coming: the order needs a phone number. */
  needsPhone: z.boolean().optional(),
});
export type ShippingMethod = z.output<typeof shippingMethodSchema>;

/**
 * Methods by zone; the first zone that names the country serves it, `*` is everywhere else. The rest says when a parcel
 * leaves (docs/decisions/26-delivery-promise.md).
 */
export const shippingSchema = z.object({
  /** Country for which pages speak; the first one a zone names while it is not set. */
  home: country.optional(),
  /** Of the warehouse. */
  timeZone: z
    .string()
    .refine(isTimeZone, { message: 'must be a time zone such as Europe/Berlin' })
    .optional(),
  /** An order before it counts as of the day, in that zone. */
  cutOff: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 14:00')
    .optional(),
  /** 1 Monday to 7 Sunday. */
  workingDays: z.array(z.number().int().min(1).max(7)).min(1).optional(),
  /** From the order to the parcel's way, working days. */
  processing: daySpan.optional(),
  /** What a customised piece takes beyond that. */
  customised: daySpan.optional(),
  zones: z.array(
    z.object({
      title: z.string(),
      countries: z.array(z.union([country, z.literal('*')])).min(1),
      methods: z.array(shippingMethodSchema),
    }),
  ),
});
export type ShippingSettings = z.output<typeof shippingSchema>;

/** Days on which the warehouse rests, and on which nobody delivers in a country: shop/holidays.json. */
export const holidaySchema = z.strictObject({
  warehouse: z.array(z.iso.date()).default([]),
  destinations: z.record(country, z.array(z.iso.date())).default({}),
});
export type HolidaySettings = z.output<typeof holidaySchema>;

/** Taxes by place; of the rules that fit, the one that says most about the place holds. */
export const taxSchema = z.object({
  rules: z.array(
    z.object({
      country,
      /** Code of the province, '' for the whole country. */
      province: z.string().default(''),
      /** Beginning of the postal code, '' for all. */
      zip: z.string().default(''),
      /** The prices hold the tax already: it is shown, not added. */
      included: z.boolean().default(false),
      lines: z.array(
        z.object({ title: z.string().min(1), rate: percent, on_shipping: z.boolean().default(false) }),
      ),
    }),
  ),
});
export type TaxSettings = z.output<typeof taxSchema>;

export const tipSchema = z.object({
  enabled: z.boolean(),
  /** Percentages of the goods offered as buttons. */
  options: z.array(percent),
  custom_allowed: z.boolean(),
});
export type TipSettings = z.output<typeof tipSchema>;

export const insuranceSchema = z.object({
  enabled: z.boolean(),
  title: z.string(),
  desc: z.string(),
  /** Of the goods after discounts, at least `min`. */
  percent,
  min: minorUnits,
});
export type InsuranceSettings = z.output<typeof insuranceSchema>;

export const taxIdSchema = z.object({
  countries: z.array(z.object({ country, required: z.boolean(), label: z.string(), pattern: z.string() })),
});
export type TaxIdSettings = z.output<typeof taxIdSchema>;

export interface DeliverySettings {
  shipping: ShippingSettings;
  holidays: HolidaySettings;
  /** Countries the shop sells to, two letters each. */
  served: readonly string[];
}

export interface CheckoutSettings {
  shipping: ShippingSettings;
  holidays: HolidaySettings;
  tax: TaxSettings;
  tip: TipSettings;
  insurance: InsuranceSettings;
  countries: Country[];
  taxId: TaxIdSettings;
}

const method = (
  id: string,
  title: string,
  days: DaySpan,
  shipping_type: ShippingMethod['shipping_type'],
  [min, max]: [number, number | null],
  shipping_amount: number,
): ShippingMethod => ({ id, title, desc: '', shipping_type, min, max, shipping_amount, days });

const threeToFive = { min: 3, max: 5 };
const sixToTwelve = { min: 6, max: 12 };
const newYork = { title: 'New York sales tax', rate: 4, on_shipping: true };

/** What holds while the merchant has set nothing. */
export const defaults: Omit<CheckoutSettings, 'countries'> & { checkoutLogin: boolean } = {
  shipping: {
    zones: [
      {
        title: 'United States',
        countries: ['US'],
        methods: [
          method('us-free', 'Free standard shipping', threeToFive, 1, [7500, null], 0),
          method('us-standard', 'Standard', threeToFive, 1, [0, 7499], 595),
          method('us-express', 'Express', { min: 1, max: 2 }, 1, [0, null], 1495),
        ],
      },
      {
        title: 'Everywhere else',
        countries: ['*'],
        methods: [
          method('world-free', 'Free international shipping', sixToTwelve, 1, [7500, null], 0),
          method('world-light', 'International, up to 2 kg', sixToTwelve, 2, [0, 2000], 1250),
          method('world-heavy', 'International, over 2 kg', sixToTwelve, 2, [2001, null], 2450),
        ],
      },
    ],
  },
  holidays: { warehouse: [], destinations: {} },
  tax: taxSchema.parse({
    rules: [
      { country: 'US', province: 'CA', lines: [{ title: 'California sales tax', rate: 7.25 }] },
      { country: 'US', province: 'NY', lines: [newYork] },
      {
        country: 'US',
        province: 'NY',
        zip: '10',
        lines: [newYork, { title: 'New York City tax', rate: 4.875, on_shipping: true }],
      },
      { country: 'CA', lines: [{ title: 'GST', rate: 5, on_shipping: true }] },
    ],
  }),
  tip: { enabled: true, options: [5, 10, 15], custom_allowed: true },
  insurance: {
    enabled: true,
    title: 'Shipping insurance',
    desc: 'Covers loss, theft and breakage on the way.',
    percent: 2,
    min: 98,
  },
  taxId: {
    countries: [
      {
        country: 'BR',
        required: true,
        label: 'CPF or CNPJ',
        pattern: '^(\\d{3}\\.?\\d{3}\\.?\\d{3}-?\\d{2}|\\d{2}\\.?\\d{3}\\.?\\d{3}/?\\d{4}-?\\d{2})$',
      },
    ],
  },
  checkoutLogin: false,
};

/** Reads the settings that decide an order's amounts and what it must say. */
export async function readCheckoutSettings(db: Queryable): Promise<CheckoutSettings> {
  const [shipping, holidays, tax, tip, insurance, countries, taxId] = await Promise.all([
    readSetting(db, 'shipping', shippingSchema),
    readSetting(db, 'holidays', holidaySchema),
    readSetting(db, 'tax', taxSchema),
    readSetting(db, 'tip', tipSchema),
    readSetting(db, 'insurance', insuranceSchema),
    readCountries(db),
    readSetting(db, 'taxId', taxIdSchema),
  ]);
  return {
    shipping: shipping ?? defaults.shipping,
    holidays: holidays ?? defaults.holidays,
    tax: tax ?? defaults.tax,
    tip: tip ?? defaults.tip,
    insurance: insurance ?? defaults.insurance,
    countries,
    taxId: taxId ?? defaults.taxId,
  };
}

/** The part of them that says when something arrives. */
export async function readDeliverySettings(db: Queryable): Promise<DeliverySettings> {
  const [shipping, holidays, served] = await Promise.all([
    readSetting(db, 'shipping', shippingSchema),
    readSetting(db, 'holidays', holidaySchema),
    readTheme(db, 'countries'),
  ]);
  return { shipping: shipping ?? defaults.shipping, holidays: holidays ?? defaults.holidays, served };
}

/** Whether checkout asks for a login first (R25). */
export async function readLoginRule(db: Queryable): Promise<boolean> {
  return (await readSetting(db, 'checkoutLogin', z.boolean())) ?? defaults.checkoutLogin;
}
