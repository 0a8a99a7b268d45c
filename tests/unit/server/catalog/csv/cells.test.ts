import { describe, expect, it } from 'vitest';
import {
  escapeFormula,
  formatPlainAmount,
  readAmount,
  readFlag,
  readInteger,
  readInventoryPolicy,
  unescapeFormula,
} from '#server/catalog/csv/cells.ts';
import { fc } from '../../../../fast-check.ts';

describe('prices in files', () => {
  it.each([
    ['19.99', 'USD', 1999],
    ['19.9', 'USD', 1990],
    ['1.10', 'USD', 110],
    ['0', 'USD', 0],
    ['4.350', 'USD', 435],
    ['9999999999.99', 'USD', 999_999_999_999],
    ['1200', 'JPY', 1200],
    ['', 'USD', null],
  ])('reads %s %s exactly', (cell, currency, minor) => {
    expect(readAmount(cell, currency)).toBe(minor);
  });

  it.each(['$19.99', '19,99', '-5', '1e3', '19.999', 'free', '1 200'])('refuses %s in USD', (cell) => {
    expect(() => readAmount(cell, 'USD')).toThrow();
  });

  it('refuses a fraction of a yen', () => {
    expect(() => readAmount('12.5', 'JPY')).toThrow('more decimals than JPY has');
  });

  it('writes every amount so that it is read as the same', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 11 }), fc.constantFrom('USD', 'JPY'), (minor, currency) => {
        expect(readAmount(formatPlainAmount(minor, currency), currency)).toBe(minor);
      }),
    );
  });
});

describe('other cells', () => {
  it('understands the usual words for yes, no and inventory policy', () => {
    expect(['TRUE', 'yes', '1'].map(readFlag)).toEqual([true, true, true]);
    expect(['false', 'No', '0', ''].map(readFlag)).toEqual([false, false, false, null]);
    expect(['continue', 'TRUE', 'DENY', 'false', ''].map(readInventoryPolicy)).toEqual([
      'continue',
      'continue',
      'deny',
      'deny',
      null,
    ]);
    expect(() => readFlag('maybe')).toThrow('write TRUE or FALSE');
    expect(() => readInteger('2.5')).toThrow('not a whole number');
  });

  it('guards formulas, also in full width, and takes exactly the guard away again [T5]', () => {
    expect(escapeFormula('=HYPERLINK("http://x")')).toBe(`'=HYPERLINK("http://x")`);
    expect(escapeFormula('＝1+1')).toBe("'＝1+1");
    expect(escapeFormula('plain')).toBe('plain');
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\n', '＝', '＠', 'a', ' ') }),
        (text) => {
          const guarded = escapeFormula(text);
          expect(guarded).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
          expect(unescapeFormula(guarded)).toBe(text);
        },
      ),
    );
  });
});
