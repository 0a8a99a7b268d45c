/** What the checkout page hands its island, and what the island's parts share. */
import type { MarketingEvent } from '#client/marketing/events.ts';
import type { PayMethod } from '#lib/checkout/place-order.ts';
import type { SavedAddress } from '#lib/contract/customers.ts';
import type { CallData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import type { WireCheckout } from '#lib/contract/wire-checkout.ts';
import type { OwnTexts } from '#lib/messages/format.ts';
import type { CurrencyFormat } from '#lib/money/format.ts';
import type { Address } from '#lib/orders/address.ts';

export interface CheckoutProps {
  checkout: WireCheckout;
  countries: CallData<Endpoints['GET /api/v2/country']>;
  methods: PayMethod[];
  /** The customer's address book, the default first; none for a guest. `line` is the address on one line. */
  addresses: readonly (SavedAddress & { line: string })[];
  /** Purchases are told to others: it is asked whether by name (R125). */
  asksName: boolean;
  /** The address of the page names a payment that was agreed to at PayPal: the order is reviewed, not filled in. */
  comesFromPayPal: boolean;
  /** PayPal's button is to be expected above the form (R60). */
  expectsPayPal: boolean;
  tip: CallData<Endpoints['GET /api/v1/order/tip/config/']>;
  /** How amounts of the shop's own currency are written: what is charged is what is shown. */
  format: CurrencyFormat;
  /** What the page's language changes of the words (texts.ts). */
  texts: OwnTexts;
  /** The countdown of this page, null when the merchant has set none (CHK-21). */
  countdown: MarketingEvent | null;
}

export type AddressField = keyof Address;
export type FieldName = AddressField | `billing_${AddressField}` | 'email' | 'tax_id';
export type Problems = Partial<Record<FieldName, string>>;
export type Money = (amount: number) => string;
