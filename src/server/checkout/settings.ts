/** The merchant's checkout settings. Amounts are integer minor units of the shop's currency, weights are grams. */
import { z } from 'zod';
import { isTimeZone } from '#lib/shop-day.ts';
import { minorUnitsSchema, wholeNumberSchema } from '../core/amount-field.ts';
import type { Queryable } from '../db/database.ts';
import { readSetting, type SettingValue } from '../settings/store.ts';
import { readThemeSetting } from '../theme/store.ts';
import { type Country, readCountries } from './countries.ts';

function isRegExp(text: string): boolean {
  try {
    return Boolean(new RegExp(text));
  } catch {
    return false;
  }
}

const measure = wholeNumberSchema(
  'in the unit of shipping_type: 1 minor units (550 means 5.50), 2 grams, 3 items',
);
const percent = z.number().min(0).max(100);
const country = z.string().regex(/^[A-Z]{2}$/, 'must be a two-letter country code');

const daySpan = z
  .object({
    min: z.number().int().min(0).max(120).describe('Shortest time, working days.'),
    max: z.number().int().min(0).max(120).describe('Longest time, working days.'),
  })
  .refine(({ min, max }) => min <= max, { message: 'must have a min that is at most max' });
export type DaySpan = z.output<typeof daySpan>;

export const shippingMethodSchema = z.object({
  id: z.string().min(1).max(64).describe('Id of the method, unique in the shop. Orders store it.'),
  title: z.string().min(1).describe('Name that shoppers see.'),
  desc: z.string().default('').describe('Small text below the title, such as `with a signature`.'),
  shipping_type: z
    .union([z.literal(1), z.literal(2), z.literal(3)])
    .describe(
      'The unit of min and max: 1 the amount after discounts (minor units), 2 the weight (grams, checkout only), 3 the number of items without gifts (R67).',
    ),
  min: measure.describe('Smallest value for this method, inclusive.'),
  max: measure.nullable().describe('Largest value for this method, inclusive. null: no limit.'),
  shipping_amount: minorUnitsSchema.describe('Price of the method, minor units: 595 means 5.95. 0: free.'),
  days: daySpan
    .optional()
    .describe('Transit time, working days of the destination. Left out: no delivery date is shown.'),
  needsPhone: z.boolean().optional().describe('true: the checkout requires a phone number for this method.'),
});
export type ShippingMethod = SettingValue<typeof shippingMethodSchema>;

/**
 * Setting `shipping`: shipping methods by zone. The first zone that lists the country applies, and `*` matches any other country. The other
 * fields determine when a parcel is dispatched (docs/decisions/26-delivery-promise.md).
 */
export const shippingSchema = z.object({
  home: country
    .optional()
    .describe(
      'Country for which pages show delivery dates, ISO 3166. Left out: the first country that a zone lists.',
    ),
  timeZone: z
    .string()
    .refine(isTimeZone, { message: 'must be a time zone such as Europe/Berlin' })
    .optional()
    .describe('Time zone of the warehouse, such as Europe/Berlin. Default: UTC.'),
  cutOff: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 14:00')
    .optional()
    .describe(
      'Cut-off time in the time zone of the warehouse, such as 14:00: later orders count as placed the next day. Default: 12:00.',
    ),
  workingDays: z
    .array(z.number().int().min(1).max(7))
    .min(1)
    .optional()
    .describe('Days on which the warehouse works: 1 Monday to 7 Sunday. Default: 1 to 5.'),
  processing: daySpan
    .optional()
    .describe('Time from the order to the dispatch, working days. Default: 0 to 1.'),
  customised: daySpan
    .optional()
    .describe('Additional time for customised products, working days. Default: 0.'),
  zones: z
    .array(
      z.object({
        title: z.string().describe('Name of the zone, for you.'),
        countries: z
          .array(z.union([country, z.literal('*')]))
          .min(1)
          .describe('ISO 3166 codes. "*": all countries that no other zone names.'),
        methods: z.array(shippingMethodSchema).describe('Shipping methods of the zone.'),
      }),
    )
    .describe('Zones with their methods. The first zone with the country of the address is used.'),
});
export type ShippingSettings = SettingValue<typeof shippingSchema>;

/** Setting `holidays` (shop/holidays.json): days on which the warehouse is closed, and days without deliveries by country. */
export const holidaySchema = z.strictObject({
  warehouse: z
    .array(z.iso.date())
    .default([])
    .describe('Days on which the warehouse is closed, such as 2026-12-25.'),
  destinations: z
    .record(country, z.array(z.iso.date()))
    .default({})
    .describe('Days without deliveries, by country code.'),
});
export type HolidaySettings = SettingValue<typeof holidaySchema>;

/** Setting `tax`: taxes by location; the most specific matching rule applies. */
export const taxSchema = z.object({
  rules: z
    .array(
      z.object({
        country: country.describe('Country of the address, ISO 3166.'),
        province: z
          .string()
          .default('')
          .describe(
            'Code or name of the province, as the checkout stores it: NY in the US, Andhra Pradesh in India. Empty: the whole country.',
          ),
        zip: z.string().default('').describe('First characters of the postal code. Empty: all postal codes.'),
        included: z
          .boolean()
          .default(false)
          .describe('true: prices include the tax, and the checkout only shows it. false: the tax is added.'),
        lines: z
          .array(
            z.object({
              title: z.string().min(1).describe('Name that shoppers see, such as VAT.'),
              rate: percent.describe('Rate, percent.'),
              on_shipping: z
                .boolean()
                .default(false)
                .describe('true: the tax also applies to the shipping price.'),
            }),
          )
          .describe('Taxes of this rule.'),
      }),
    )
    .describe(
      'Tax rules. The most specific matching rule applies: postal code before province before country.',
    ),
});
export type TaxSettings = SettingValue<typeof taxSchema>;

export const tipSchema = z.object({
  enabled: z.boolean().describe('true: shoppers can add a tip in the checkout.'),
  options: z.array(percent).describe('Tips offered as buttons, percent of the price of the products.'),
  custom_allowed: z.boolean().describe('true: shoppers can enter their own amount.'),
});
export type TipSettings = SettingValue<typeof tipSchema>;

export const insuranceSchema = z.object({
  enabled: z.boolean().describe('true: shoppers can insure the parcel in the checkout.'),
  title: z.string().describe('Name that shoppers see.'),
  desc: z.string().describe('Text below the title.'),
  percent: percent.describe('Price, percent of the price of the products after discounts.'),
  min: minorUnitsSchema.describe('Lowest price, minor units: 98 means 0.98.'),
});
export type InsuranceSettings = SettingValue<typeof insuranceSchema>;

export const taxIdSchema = z.object({
  countries: z
    .array(
      z.object({
        country: country.describe('Country of the address, ISO 3166.'),
        required: z.boolean().describe('true: the checkout requires the number.'),
        label: z.string().describe('Label of the field, such as CPF or CNPJ.'),
        pattern: z
          .string()
          .refine(isRegExp, { message: 'must be a regular expression such as ^[0-9]{11}$' })
          .describe('Regular expression that the number must match.'),
      }),
    )
    .describe('Countries in which customers enter a tax number.'),
});
export type TaxIdSettings = SettingValue<typeof taxIdSchema>;

export const checkoutLoginSchema = z
  .boolean()
  .describe('true: shoppers must log in before the checkout. Default: false.');

export interface DeliverySettings {
  shipping: ShippingSettings;
  holidays: HolidaySettings;
  served: readonly string[];
}

export interface CheckoutSettings {
  shipping: ShippingSettings;
  holidays: HolidaySettings;
  tax: TaxSettings;
  tip: TipSettings;
  insurance: InsuranceSettings;
  countries: readonly Country[];
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

/** Default of each checkout setting, used if the merchant has not stored the setting. */
export const defaultCheckoutSettings: Omit<CheckoutSettings, 'countries'> & { checkoutLogin: boolean } = {
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

/** Reads the settings that determine the amounts and the required fields of an order. */
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
    shipping: shipping ?? defaultCheckoutSettings.shipping,
    holidays: holidays ?? defaultCheckoutSettings.holidays,
    tax: tax ?? defaultCheckoutSettings.tax,
    tip: tip ?? defaultCheckoutSettings.tip,
    insurance: insurance ?? defaultCheckoutSettings.insurance,
    countries,
    taxId: taxId ?? defaultCheckoutSettings.taxId,
  };
}

/** Reads only the settings that determine arrival dates. */
export async function readDeliverySettings(db: Queryable): Promise<DeliverySettings> {
  const [shipping, holidays, served] = await Promise.all([
    readSetting(db, 'shipping', shippingSchema),
    readSetting(db, 'holidays', holidaySchema),
    readThemeSetting(db, 'countries'),
  ]);
  return {
    shipping: shipping ?? defaultCheckoutSettings.shipping,
    holidays: holidays ?? defaultCheckoutSettings.holidays,
    served,
  };
}

/** Returns whether the checkout requires a login (R25). */
export async function isCheckoutLoginRequired(db: Queryable): Promise<boolean> {
  return (
    (await readSetting(db, 'checkoutLogin', checkoutLoginSchema)) ?? defaultCheckoutSettings.checkoutLogin
  );
}
