import { describe, expect, test } from 'vitest';
import { allocate } from '#lib/money/allocate.ts';
import { divideHalfUp, multiplyHalfUp, parseDecimal, percentOf } from '#lib/money/decimal.ts';
import { formatMinor, formatMoney, formatNumber, usdFormat } from '#lib/money/format.ts';
import { currencyDigits, fromWire, parseAmount, toWire } from '#lib/money/minor.ts';
import { fc } from '../../../fast-check.ts';

const currency = fc.constantFrom('USD', 'JPY', 'KWD');
const minor = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 });

describe('minor units', () => {
  test('JPY has no decimals, every other currency two, KWD too', () => {
    expect([currencyDigits('USD'), currencyDigits('KWD'), currencyDigits('JPY')]).toEqual([2, 2, 0]);
    expect([toWire(1999, 'USD'), toWire(1999, 'JPY'), toWire(1999, 'KWD')]).toEqual([19.99, 1999, 19.99]);
  });

  test('an amount survives the wire and JSON unchanged, with at most the decimals of its currency', () => {
    fc.assert(
      fc.property(minor, currency, (amount, code) => {
        const wire = JSON.stringify(toWire(amount, code));
        expect(wire).toMatch(code === 'JPY' ? /^-?\d+$/ : /^-?\d+(\.\d{1,2})?$/);
        expect(fromWire(JSON.parse(wire), code)).toBe(amount === 0 ? 0 : amount);
        expect(parseAmount(wire, code)).toBe(amount === 0 ? 0 : amount);
      }),
    );
  });

  test.each([
    [19.999, 'USD'],
    [0.5, 'JPY'],
    [Number.NaN, 'USD'],
    [Number.POSITIVE_INFINITY, 'USD'],
    [1e20, 'USD'],
  ])('refuses %d as an amount of %s', (amount, code) => {
    expect(() => fromWire(amount, code)).toThrow(RangeError);
  });

  test('a fraction of a minor unit never leaves', () => {
    expect(() => toWire(10.5, 'USD')).toThrow(RangeError);
    expect(() => toWire(Number.MAX_SAFE_INTEGER + 1, 'USD')).toThrow(RangeError);
  });

  test('reads decimal text half up and refuses what is no amount', () => {
    expect(parseAmount('1.005', 'USD')).toBe(101);
    expect(parseAmount(' 12 ', 'USD')).toBe(1200);
    expect(parseAmount('12.5', 'JPY')).toBe(13);
    for (const text of ['', '.', '1,5', '1e3', 'abc', '--1', '99999999999999999999']) {
      expect(parseAmount(text, 'USD')).toBeNull();
    }
  });
});

describe('rounding', () => {
  test('takes a number as the decimal it is written as', () => {
    expect(multiplyHalfUp(100, parseDecimal(1.005))).toBe(101);
    expect(parseDecimal('1e-7')).toEqual({ digits: 1n, scale: 7 });
    expect(parseDecimal(1e21)).toEqual({ digits: 10n ** 21n, scale: 0 });
    expect(() => parseDecimal(Number.NaN)).toThrow(RangeError);
  });

  test('halves go up', () => {
    expect([
      divideHalfUp(5n, 2n),
      divideHalfUp(4n, 3n),
      divideHalfUp(-5n, 2n),
      divideHalfUp(-7n, 2n),
    ]).toEqual([3n, 1n, -2n, -3n]);
    expect(percentOf(999, 12.5)).toBe(125);
    expect(percentOf(5500, 20)).toBe(1100);
  });

  test('never differs from the exact quotient by more than a half', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt({ min: 1n, max: 10n ** 12n }), (numerator, denominator) => {
        const twice = 2n * (divideHalfUp(numerator, denominator) * denominator - numerator);
        expect(twice > -denominator && twice <= denominator).toBe(true);
      }),
    );
  });
});

describe('allocation', () => {
  test('splits the worked examples of the promotions', () => {
    expect(allocate(1000, [3000, 2500])).toEqual([545, 455]);
    expect(allocate(1500, [2500, 2000, 2000])).toEqual([577, 462, 461]);
    expect(allocate(2500, [20000, 3000, 2000])).toEqual([2000, 300, 200]);
    expect(allocate(3000, [9000, 7500])).toEqual([1636, 1364]);
  });

  test('adds up to the minor unit, never exceeds a weight and keeps the order of weights', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (lines, part) => {
        const sum = lines.reduce((all, line) => all + line, 0);
        const total = Math.floor(sum * part);
        const parts = allocate(total, lines);
        expect(parts.reduce((all, line) => all + line, 0)).toBe(total);
        parts.forEach((share, index) => {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(lines[index]!);
          const exact = sum === 0 ? 0 : (total * lines[index]!) / sum;
          expect(Math.abs(share - exact)).toBeLessThan(1.001);
        });
      }),
    );
  });

  test('nothing to split over, or half units, is refused', () => {
    expect(allocate(7, [0, 0])).toEqual([7, 0]);
    expect(allocate(0, [])).toEqual([]);
    expect(() => allocate(1, [])).toThrow(RangeError);
    expect(() => allocate(-1, [1])).toThrow(RangeError);
    expect(() => allocate(1, [0.5])).toThrow(RangeError);
  });
});

describe('writing', () => {
  test('plain numbers have two decimals and thousands separators [PRICE-22]', () => {
    expect([1234.5, 0, 999, 1000, 1234567.891, 1.005, -1234.5].map((value) => formatNumber(value))).toEqual([
      '1,234.50',
      '0.00',
      '999.00',
      '1,000.00',
      '1,234,567.89',
      '1.01',
      '-1,234.50',
    ]);
  });

  test('money follows the currency format', () => {
    const euro = { decimal_mark: ',', thousands_separator: '.', symbol: '€', format: '{{amount}} €' };
    expect(formatMoney(123450, 'EUR', euro)).toBe('1.234,50 €');
    expect(formatMoney(123450, 'USD', usdFormat)).toBe('$1,234.50');
    expect(formatMoney(-5, 'USD', usdFormat)).toBe('-$0.05');
    expect(formatMoney(123450, 'JPY', { ...usdFormat, format: '¥{{amount}}' })).toBe('¥123,450');
  });

  test('a separator that looks like a replacement pattern is written as it is', () => {
    expect(formatMinor(123456789, 2, { decimal_mark: '$&', thousands_separator: '$1' })).toBe(
      '1$1234$1567$&89',
    );
  });

  test('what is written reads back as the same amount', () => {
    fc.assert(
      fc.property(minor, currency, (amount, code) => {
        const text = formatMinor(amount, currencyDigits(code), usdFormat).replaceAll(',', '');
        expect(parseAmount(text, code)).toBe(amount === 0 ? 0 : amount);
      }),
    );
  });
});
