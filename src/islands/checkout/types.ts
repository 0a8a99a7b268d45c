/** Props of the checkout island, and types that its components share. */
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
  /** The customer's saved addresses, default address first; empty for a guest. `line` is the address formatted on one line. */
  addresses: readonly (SavedAddress & { line: string })[];
  /** True if the shop shows purchases to other shoppers: the checkout then asks for consent to show the customer's name (R125). */
  asksToShowName: boolean;
  /** True if the URL contains the id of a payment approved at PayPal: the shopper then reviews the order instead of filling in the form. */
  comesFromPayPal: boolean;
  /** True if the PayPal button is likely to appear above the form (R60). */
  expectsPayPal: boolean;
  tip: ResponseData<Endpoints['GET /api/v1/order/tip/config/']>;
  /** Number format of the shop's currency, in which the checkout displays and charges all amounts. */
  format: CurrencyFormat;
  texts: CustomTexts;
  /** The checkout's marketing countdown, null if the merchant has configured none (CHK-21). */
  countdown: MarketingEvent | null;
}

export type AddressField = keyof Address;
export type FieldName = AddressField | `billing_${AddressField}` | 'email' | 'tax_id';
export type CheckoutFieldErrors = Partial<Record<FieldName, string>>;
export type MoneyFormatter = (amount: number) => string;
