/** The merchant's payment settings, stored under the key `payments`. Amounts are minor units of the shop's currency. */
import { z } from 'zod';
import { providerNames } from '#lib/contract/provider-names.ts';
import { minorUnitsSchema } from '../core/amount-field.ts';
import type { Queryable } from '../db/database.ts';
import { parseSetting, readStoredText, type SettingValue } from '../settings/store.ts';

const limit = minorUnitsSchema.nullable().default(null);
const name = z.string().regex(/^[a-z0-9_-]{1,64}$/);

const method = z.object({
  method: name.describe('Name of the method. Orders store it.'),
  provider: z.enum(providerNames).describe('Payment provider.'),
  title: z.string().min(1).max(100).describe('Name that shoppers see.'),
  icons: z.array(z.string().max(40)).max(12).default([]).describe('Logos beside the title, such as visa.'),
  flow: z
    .enum(['card', 'redirect', 'kit', 'local', 'simulated'])
    .describe(
      'How the shopper pays: card (card fields of the provider), redirect (page of the provider), kit (script of the provider), local (no online payment), simulated (test card).',
    ),
  account_id: z.string().max(64).default('').describe('Id of the account, for its limits.'),
  enabled: z.boolean().default(true).describe('false: the method is not offered.'),
  start_hidden: z
    .boolean()
    .default(false)
    .describe('For PayPal. true: its express button is hidden until a payment has failed in this browser.'),
  instructions: z.string().max(2000).default('').describe('How to pay, for local methods.'),
  countries: z
    .array(z.string().length(2).toUpperCase())
    .max(300)
    .default([])
    .describe('ISO 3166 codes of the countries in which the method is offered. Empty: all.'),
});

/** Settings of the PayPal account (R60). */
const paypalAccount = z.object({
  id: name.default('paypal').describe('Id of the account.'),
  enabled: z.boolean().default(true).describe('false: PayPal is not offered.'),
  account_type: z.literal([1, 2]).default(1).describe('1 script of PayPal, 2 iframe of `domain` (R60).'),
  auth_type: z.literal([1, 2]).default(1).describe('1 your own keys, 2 keys of a platform.'),
  domain: z
    .string()
    .max(255)
    .default('')
    .describe(
      'Origin that serves /hosted-button, the iframe of account_type 2. Empty: the origin of PayPal’s script, which works with the sandbox.',
    ),
  express_pay_show: z
    .array(z.enum(['bag', 'detail', 'checkout']))
    .default(['bag', 'detail', 'checkout'])
    .describe('Pages and positions of the express button.'),
  min_amount: limit.describe('Smallest amount, minor units, inclusive. null: no limit.'),
  max_amount: limit.describe('Largest amount, minor units, inclusive. null: no limit.'),
  is_paypal_authorize: z
    .boolean()
    .default(false)
    .describe('true: reserve the amount, and capture it later. false: charge immediately.'),
  product_title: z
    .string()
    .max(127)
    .default('')
    .describe('Text that PayPal shows for the purchase. Empty: the name of the shop.'),
});

const cardLimits = {
  min_amount: limit.describe('Smallest amount, minor units, inclusive. null: no limit.'),
  max_amount: limit.describe('Largest amount, minor units, inclusive. null: no limit.'),
};

export const paymentSettings = z.object({
  methods: z
    .array(method)
    .max(30)
    .default([
      method.parse({
        method: 'card',
        provider: 'simulated',
        title: 'Card',
        icons: ['visa', 'mastercard', 'amex'],
        flow: 'card',
        account_id: 'card',
      }),
      method.parse({
        method: 'stripe',
        provider: 'stripe',
        title: 'Card',
        icons: ['visa', 'mastercard', 'amex'],
        flow: 'kit',
        account_id: 'stripe',
      }),
      method.parse({
        method: 'paypal',
        provider: 'paypal',
        title: 'PayPal',
        icons: ['paypal'],
        flow: 'redirect',
        account_id: 'paypal',
      }),
    ])
    .describe('Payment methods in the order in which the checkout shows them (API-067).'),
  paypal: paypalAccount.prefault({}).describe('PayPal account.'),
  card: z
    .object({ id: name.default('card').describe('Id of the account.'), ...cardLimits })
    .prefault({})
    .describe('Limits of the test card.'),
  stripe: z
    .object({
      id: name.default('stripe').describe('Id of the account.'),
      ...cardLimits,
      is_authorize: z
        .boolean()
        .default(false)
        .describe('true: reserve the amount, and capture it later. false: charge immediately.'),
    })
    .prefault({})
    .describe('Stripe account.'),
});

export type PaymentSettings = SettingValue<typeof paymentSettings>;
export type PaymentMethod = PaymentSettings['methods'][number];
export interface PaymentAccountLimits {
  min_amount: number | null;
  max_amount: number | null;
}

/** Reads the merchant's payment settings. By default the shop offers cards and PayPal. */
export async function readPaymentSettings(db: Queryable): Promise<PaymentSettings> {
  return parseSetting('payments', paymentSettings, (await readStoredText(db, 'payments')) ?? '{}');
}

export interface PaymentAccount extends PaymentAccountLimits {
  id: string;
  /** PayPal only: 1 loads PayPal's script in the page, 2 embeds a hosted iframe (R60). */
  account_type?: 1 | 2;
  isEnabled?: boolean;
  /** True if payments are only authorized, to be captured later. */
  isAuthorize?: boolean;
}

function accountsOf({ paypal, card, stripe }: PaymentSettings): ReadonlyMap<string, PaymentAccount> {
  return new Map<string, PaymentAccount>([
    ['paypal', { ...paypal, isEnabled: paypal.enabled, isAuthorize: paypal.is_paypal_authorize }],
    ['simulated', card],
    ['stripe', { ...stripe, isAuthorize: stripe.is_authorize }],
  ]);
}

/** Returns the settings of the account at a provider; undefined if the provider has none. */
export function findPaymentAccount(settings: PaymentSettings, provider: string): PaymentAccount | undefined {
  return accountsOf(settings).get(provider);
}

/**
 * Returns an account's amount limits, both inclusive; null means no limit (R23).
 * @param type provider name (each provider has one account), PayPal account type ('1' or '2'), or '' to find the account by id alone
 */
export function getAccountLimits(
  settings: PaymentSettings,
  accountId: string,
  type = '',
): PaymentAccountLimits {
  const account =
    findPaymentAccount(settings, type) ??
    [...accountsOf(settings).values()].find((each) => matchesAccount(each, accountId, type));
  return account ?? { min_amount: null, max_amount: null };
}

/** Returns whether the account has this id and this PayPal account type. Either may be '' to match any, but not both. */
export function matchesAccount(
  { id, account_type }: PaymentAccount,
  accountId: string,
  type: string,
): boolean {
  const isOfType = type === '' || (account_type !== undefined && String(account_type) === type);
  return isOfType && (accountId === '' ? type !== '' : accountId === id);
}

/** Returns whether an amount in minor units is within the limits, both inclusive. */
export function isWithinAccountLimits(
  amount: number,
  { min_amount, max_amount }: PaymentAccountLimits,
): boolean {
  return (min_amount === null || amount >= min_amount) && (max_amount === null || amount <= max_amount);
}
