/** The brands a way to pay may show (R55): drawings of 40 by 26 in public/marks. */

interface BrandMark {
  /** As it is said aloud. */
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

/** By what a merchant writes in `icons` of a payment method. */
export const brandMarks: Readonly<Record<string, BrandMark>> = Object.fromEntries(
  Object.entries(named).map(([key, name]) => [key, { name, src: `/marks/${key}.svg` }]),
);
