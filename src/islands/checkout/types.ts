/** Props of the checkout island, and types that its parts share. */
import type { MarketingEvent } from '#client/marketing/events.ts';
import type { CheckoutPaymentMethod } from '#lib/checkout/place-order.ts';
import type { SavedAddress } from '#lib/contract/customers.ts';
import type { ResponseData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import type { WireCheckout } from '#lib/contract/wire-checkout.ts';
import type { CustomTexts } from '#lib/messages/format.ts';
import type { CurrencyFormat } from '#lib/money/format.ts';
import type { Address } from '#lib/orders/address.ts';

export interface CheckoutProps {
  checkout: WireCheckout;
  countries: ResponseData<Endpoints['GET /api/v2/country']>;
  methods: CheckoutPaymentMethod[];
  /** The customer's address book, default first; empty for a guest. `line` is the address on one line. */
  addresses: readonly (SavedAddress & { line: string })[];
  /** Other shoppers see purchases: ask for consent to show the name (R125). */
  asksToShowName: boolean;
  /** The URL names a payment approved at PayPal: the shopper reviews the order instead of filling in the form. */
  comesFromPayPal: boolean;
  /** The PayPal button is likely to appear above the form (R60). */
  expectsPayPal: boolean;
  tip: ResponseData<Endpoints['GET /api/v1/order/tip/config/']>;
  /** Format of the shop's currency: amounts are shown in the currency that is charged. */
  format: CurrencyFormat;
  texts: CustomTexts;
  /** The page's countdown, null if the merchant has set none (CHK-21). */
  countdown: MarketingEvent | null;
}

export type AddressField = keyof Address;
export type FieldName = AddressField | `billing_${AddressField}` | 'email' | 'tax_id';
export type CheckoutFieldErrors = Partial<Record<FieldName, string>>;
export type MoneyFormatter = (amount: number) => string;
