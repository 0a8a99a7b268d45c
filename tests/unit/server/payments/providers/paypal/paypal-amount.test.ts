import { describe, expect, it } from 'vitest';
import { parsePayPalAmount, toPayPalAmount } from '#server/payments/providers/paypal/wire.ts';
import { fc } from '../../../../../fast-check.ts';

describe('amounts for PayPal', () => {
  it('are decimal strings with the currency’s own digits', () => {
    expect(toPayPalAmount(1234, 'USD')).toEqual({ currency_code: 'USD', value: '12.34' });
    expect(toPayPalAmount(5, 'EUR')).toEqual({ currency_code: 'EUR', value: '0.05' });
    expect(toPayPalAmount(1234, 'JPY')).toEqual({ currency_code: 'JPY', value: '1234' });
    expect(toPayPalAmount(1200, 'HUF')).toEqual({ currency_code: 'HUF', value: '12' });
  });

  it('refuses what PayPal cannot take: fractions of whole-unit currencies, fractions of a unit, less than nothing', () => {
    expect(() => toPayPalAmount(1250, 'HUF')).toThrow(RangeError);
    expect(() => toPayPalAmount(0.5, 'USD')).toThrow(RangeError);
    expect(() => toPayPalAmount(-1, 'USD')).toThrow(RangeError);
  });

  it('come back as they went, whatever the amount', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e12 }),
        fc.constantFrom('USD', 'EUR', 'JPY', 'GBP'),
        (minor, currency) => {
          expect(parsePayPalAmount(toPayPalAmount(minor, currency))).toBe(minor);
        },
      ),
    );
  });

  it('refuses an answer that is no amount', () => {
    for (const value of ['', '1,00', 'NaN', '-1.00']) {
      expect(() => parsePayPalAmount({ currency_code: 'USD', value })).toThrow(RangeError);
    }
  });
});
