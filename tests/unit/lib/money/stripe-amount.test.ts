import { describe, expect, it } from 'vitest';
import { fromStripeAmount, toStripeAmount } from '#lib/money/stripe-amount.ts';
import { fc } from '../../../fast-check.ts';

describe('amounts for Stripe', () => {
  it.each([
    [1999, 'USD', 1999],
    [1999, 'EUR', 1999],
    [1999, 'HUF', 1999],
    [1999, 'TWD', 1999],
    [1999, 'JPY', 1999],
    [500_000, 'KRW', 5000],
    [500_000, 'VND', 5000],
    [1250, 'KWD', 12_500],
    [1, 'TND', 10],
    [500, 'ISK', 500],
    [500, 'UGX', 500],
    [0, 'USD', 0],
  ])('%i of the shop in %s are %i of Stripe’s, and the same back', (minor, currency, amount) => {
    expect(toStripeAmount(minor, currency)).toBe(amount);
    expect(fromStripeAmount(amount, currency)).toBe(minor);
  });

  it('are refused where Stripe takes no fractions, and where they are none', () => {
    for (const [minor, currency] of [
      ...([
        [501, 'ISK'],
        [1250, 'UGX'],
        [1999, 'KRW'],
        [1, 'CLP'],
      ] as const),
      ...([
        [-1, 'USD'],
        [0.5, 'USD'],
        [Number.NaN, 'USD'],
        [2 ** 53, 'USD'],
        [2 ** 52, 'KWD'],
      ] as const),
    ]) {
      expect(() => toStripeAmount(minor, currency), `${minor} ${currency}`).toThrow(RangeError);
    }
  });

  it('that are no amount of the shop’s are refused', () => {
    for (const [amount, currency] of [
      [12_345, 'KWD'],
      [-1, 'USD'],
      [1.5, 'JPY'],
    ] as const) {
      expect(() => fromStripeAmount(amount, currency)).toThrow(RangeError);
    }
  });

  it('of three decimals are multiples of ten, whatever the amount', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e12 }),
        fc.constantFrom('USD', 'JPY', 'KWD', 'BHD', 'EUR'),
        (minor, currency) => {
          const amount = toStripeAmount(minor, currency);
          expect(fromStripeAmount(amount, currency)).toBe(minor);
          if (currency === 'KWD' || currency === 'BHD') expect(amount % 10).toBe(0);
        },
      ),
    );
  });
});
