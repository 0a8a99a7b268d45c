/** What the merchant says about payment: setting `payments`. Amounts are minor units of the shop's currency. */
import { z } from 'zod';
import { providerNames } from '#lib/contract/provider-names.ts';
import { minorUnits } from '../core/amount-field.ts';
import type { Queryable } from '../db/database.ts';
import { readSetting } from '../settings/store.ts';

const limit = minorUnits.nullable().default(null);
const name = z.string().regex(/^[a-z0-9_-]{1,64}$/);

const method = z.object({
  /** What a checkout sends as payment_method. */
  method: name,
  provider: z.enum(providerNames),
  title: z.string().min(1).max(100),
  icons: z.array(z.string().max(40)).max(12).default([]),
  /** `card`: the provider's card frame; `redirect`: its own page; `kit`: its kit in the browser; `local`: nothing is paid here. */
  flow: z.enum(['card', 'redirect', 'kit', 'local', 'simulated']),
  account_id: z.string().max(64).default(''),
  enabled: z.boolean().default(true),
  start_hidden: z.boolean().default(false),
  /** Local methods: how the shopper pays, and where it is offered (ISO countries, none for all). */
  instructions: z.string().max(2000).default(''),
  countries: z.array(z.string().length(2).toUpperCase()).max(300).default([]),
});

/** R60. */
const paypalAccount = z.object({
  id: name.default('paypal'),
  enabled: z.boolean().default(true),
  /** 1 the provider's kit, 2 its embedded frame on `domain`. */
  account_type: z.literal([1, 2]).default(1),
  /** 1 the merchant's own keys, 2 a platform's. */
  auth_type: z.literal([1, 2]).default(1),
  /** Origin of the embedded frame; '' is where the kit comes from. */
  domain: z.string().max(255).default(''),
  express_pay_show: z.array(z.enum(['bag', 'detail', 'checkout'])).default(['bag', 'detail', 'checkout']),
  min_amount: limit,
  max_amount: limit,
  is_paypal_authorize: z.boolean().default(false),
  /** What PayPal shows as bought; the shop's name where it is ''. */
  product_title: z.string().max(127).default(''),
});

const cardLimits = { min_amount: limit, max_amount: limit };

export const paymentSettings = z.object({
  /** In the order in which checkout shows them (API-067). */
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
    ]),
  paypal: paypalAccount.prefault({}),
  /** Limits of the card account. */
  card: z.object({ id: name.default('card'), ...cardLimits }).prefault({}),
  /** `is_authorize`: paying only reserves the money, as is_paypal_authorize does at PayPal (R60). */
  stripe: z
    .object({ id: name.default('stripe'), ...cardLimits, is_authorize: z.boolean().default(false) })
    .prefault({}),
});

export type PaymentSettings = z.output<typeof paymentSettings>;
export type PaymentMethod = PaymentSettings['methods'][number];
export interface Limits {
  min_amount: number | null;
  max_amount: number | null;
}

/** The merchant's payment settings; cards and PayPal when there are none. */
export async function readPaymentSettings(db: Queryable): Promise<PaymentSettings> {
  return (await readSetting(db, 'payments', paymentSettings)) ?? paymentSettings.parse({});
}

/** What the merchant set for the account at a provider. */
export interface PaymentAccount extends Limits {
  id: string;
  isEnabled?: boolean;
  /** Paying only reserves the money. */
  isAuthorize?: boolean;
}

function accountsOf({ paypal, card, stripe }: PaymentSettings): ReadonlyMap<string, PaymentAccount> {
  return new Map<string, PaymentAccount>([
    ['paypal', { ...paypal, isEnabled: paypal.enabled, isAuthorize: paypal.is_paypal_authorize }],
    ['simulated', card],
    ['stripe', { ...stripe, isAuthorize: stripe.is_authorize }],
  ]);
}

/** The account at a provider, undefined where the merchant cannot set anything for it. */
export function accountOf(settings: PaymentSettings, provider: string): PaymentAccount | undefined {
  return accountsOf(settings).get(provider);
}

/** Amount limits of a provider's account, or of an account by its id when the provider is ''. Inclusive; null binds nothing (R23). */
export function limitsOf(settings: PaymentSettings, accountId: string, provider = ''): Limits {
  const account =
    provider === ''
      ? [...accountsOf(settings).values()].find(({ id }) => id === accountId)
      : accountOf(settings, provider);
  return account ?? { min_amount: null, max_amount: null };
}

/** Whether an amount of minor units is within the limits, bounds included. */
export function isWithin(amount: number, { min_amount, max_amount }: Limits): boolean {
  return (min_amount === null || amount >= min_amount) && (max_amount === null || amount <= max_amount);
}
