/** Parses and formats single cells of a product CSV. Pure. */
import { stringify } from 'csv-stringify/sync';
import { currencyDigits, parseAmount } from '#lib/money/minor.ts';

/** Error for an invalid cell. The message is printed after a prefix such as `line 3, "Price": `. */
export class CellError extends Error {
  override name = 'CellError';
}

/**
 * Parses an amount to minor units, without rounding.
 * @returns null for an empty cell
 * @throws CellError for anything but a plain amount in this currency that is 0 or more
 */
export function readAmount(cell: string, currency: string): number | null {
  const text = cell.trim();
  if (text === '') return null;
  if (!/^\d{1,12}(\.\d+)?$/.test(text)) {
    throw new CellError(`"${text}" is not an amount; write it like 19.99, without a currency sign.`);
  }
  const digits = currencyDigits(currency);
  const fraction = (text.split('.')[1] ?? '').replace(/0+$/, '');
  if (fraction.length > digits)
    throw new CellError(`"${text}" has more decimals than ${currency} has (${digits}).`);
  return parseAmount(text, currency);
}

/** Maximum unit price in major units. With this limit, even the total of a full bag is calculated exactly. */
export const maxPrice = 9_999_999.99;

/**
 * Parses a price to minor units.
 * @returns null for an empty cell
 * @throws CellError as readAmount does, and for prices above 9,999,999.99
 */
export function readPrice(cell: string, currency: string): number | null {
  const price = readAmount(cell, currency);
  if (price !== null && price > maxPrice * 10 ** currencyDigits(currency))
    throw new CellError(`"${cell.trim()}" is above the highest possible price, 9,999,999.99.`);
  return price;
}

/** Parses a boolean. @throws CellError for anything but true and false values such as `yes` and `0` */
export function readFlag(cell: string): boolean | null {
  const text = cell.trim().toLowerCase();
  if (text === '') return null;
  if (['true', 'yes', '1', 'y'].includes(text)) return true;
  if (['false', 'no', '0', 'n'].includes(text)) return false;
  throw new CellError(`"${cell.trim()}" is not valid; write TRUE or FALSE.`);
}

/** Parses a whole number within ±1,000,000,000. @throws CellError for anything else */
export function readInteger(cell: string): number | null {
  const text = cell.trim();
  if (text === '') return null;
  const value = /^[+-]?\d{1,10}(\.0+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isInteger(value) || Math.abs(value) > 1_000_000_000) {
    throw new CellError(`"${text}" is not a whole number.`);
  }
  return value;
}

/** Parses a weight in grams, rounded to whole grams. @throws CellError for anything else */
export function readGrams(cell: string): number | null {
  const text = cell.trim();
  if (text === '') return null;
  const value = /^\d{1,9}(\.\d+)?$/.test(text) ? Math.round(Number(text)) : Number.NaN;
  if (!Number.isInteger(value))
    throw new CellError(`"${text}" is not a weight; write whole grams, such as 350.`);
  return value;
}

/** Parses `deny` or `continue`, and TRUE or FALSE from Shopify's newer column. @throws CellError for anything else */
export function readInventoryPolicy(cell: string): 'deny' | 'continue' | null {
  const text = cell.trim().toLowerCase();
  if (text === '') return null;
  if (text === 'continue' || text === 'true') return 'continue';
  if (text === 'deny' || text === 'false') return 'deny';
  throw new CellError(`"${cell.trim()}" is not valid; write DENY or CONTINUE.`);
}

/** Matches text that a spreadsheet would run as a formula, including full-width characters, and text that is already escaped. */
const risky = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/**
 * Escapes text for `export`: adds an apostrophe to text that a spreadsheet would run as a formula, and to text that already looks
 * escaped, so that the import always removes exactly one.
 */
export function escapeFormula(text: string): string {
  return risky.test(text) ? `'${text}` : text;
}

/** Removes the apostrophe that `escapeFormula` adds. */
export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && risky.test(cell) ? cell.slice(1) : cell;
}

/**
 * Returns a CSV line with a line break. Cells with leading or trailing spaces are quoted, because some readers trim unquoted
 * cells.
 */
export function csvLine(cells: string[]): string {
  return stringify([cells], { quoted_match: /\r|^\s|\s$/ });
}

/** Formats minor units without floating-point arithmetic: 1999 USD → `19.99`. */
export function formatPlainAmount(minor: number, currency: string): string {
  const digits = currencyDigits(currency);
  if (digits === 0) return String(minor);
  const text = String(minor).padStart(digits + 1, '0');
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Formats minor units with the currency code: 1999 USD → `19.99 USD`. */
export function formatAmountWithCurrency(minor: number, currency: string): string {
  return `${formatPlainAmount(minor, currency)} ${currency}`;
}
