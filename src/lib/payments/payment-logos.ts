/** Payment brands with a logo (R55): SVGs of 40 by 26 in public/marks. */

interface BrandMark {
  /** Accessible name of the logo. */
  name: string;
  src: string;
}

const named = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  jcb: 'JCB',
  paypal: 'PayPal',
} as const;

/** Logos by the key that merchants use in `icons` of a payment method. */
export const paymentLogos: Readonly<Record<string, BrandMark>> = Object.fromEntries(
  Object.entries(named).map(([key, name]) => [key, { name, src: `/marks/${key}.svg` }]),
);
