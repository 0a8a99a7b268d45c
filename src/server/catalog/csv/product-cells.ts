/** Parsers for the cells that only product files have; they throw CellError for an invalid cell. Pure. */
import { z } from 'zod';
import { currencyDigits } from '#lib/money/minor.ts';
import { sanitiseHtml } from '../sanitise-html.ts';
import { parseJsonColumn, type StoredCustomOptions, storedCustomOptionsSchema } from '../stored-json.ts';
import { CellError, maxPrice } from './cells.ts';
import type { ProductDraft } from './draft.ts';

export function createTextReader(limit: number): (cell: string) => string {
  return (cell) => {
    if (cell.length > limit) throw new CellError(`The text is longer than ${limit} characters.`);
    return cell;
  };
}

export function readTags(cell: string): string[] {
  const tags = new Map<string, string>();
  for (const tag of cell.split(',').map((part) => part.trim())) {
    if (tag !== '' && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), createTextReader(255)(tag));
  }
  if (tags.size > 250) throw new CellError('A product has at most 250 tags.');
  return [...tags.values()];
}

/** Parses a product status; true means for sale. @throws CellError for an unknown status */
export function readStatus(cell: string): boolean | null {
  const status = cell.toLowerCase();
  if (status === '') return null;
  if (['active', 'draft', 'archived', 'unlisted'].includes(status)) return status === 'active';
  throw new CellError(`"${cell}" is not valid; write Active, Draft or Archived.`);
}

export function readImageRatio(cell: string): string {
  if (cell === '') return '1:1';
  if (['1:1', '3:4', '4:3'].includes(cell)) return cell;
  throw new CellError(`"${cell}" is not valid; write 1:1, 3:4 or 4:3.`);
}

/** Parses an ISO 8601 date, '' for none. @throws CellError for anything else */
export function readIsoDate(cell: string): string {
  if (cell === '' || z.iso.date().safeParse(cell).success) return cell;
  throw new CellError(`"${cell}" is not a date; write it like 2027-01-11.`);
}

export function createJsonReader<Schema extends z.ZodType>(schema: Schema, empty: string) {
  return (cell: string): z.output<Schema> => {
    try {
      return parseJsonColumn(schema, cell === '' ? empty : cell);
    } catch (error) {
      const why = error instanceof z.ZodError ? z.prettifyError(error) : 'it is not valid JSON';
      throw new CellError(`The value is not valid: ${why.replaceAll('\n', ' ')}.`);
    }
  };
}

/** Returns a parser for the custom options cell. The prices in it have the same limits as a price cell. @throws CellError */
export function createCustomOptionsReader(currency: string): (cell: string) => StoredCustomOptions {
  const read = createJsonReader(storedCustomOptionsSchema, '[]');
  const maxMinorUnits = Math.floor(maxPrice * 10 ** currencyDigits(currency));
  return (cell) => {
    const options = read(cell);
    for (const price of options.flatMap((option) => [option, ...option.values]).map((each) => each.price)) {
      if (price < 0 || price > maxMinorUnits)
        throw new CellError(
          `The price ${price} is out of range; write minor units, such as cents, from 0 to ${maxMinorUnits}.`,
        );
    }
    return options;
  };
}

export function sanitiseOtherFields(others: ProductDraft['others']): ProductDraft['others'] {
  if (!others) return others;
  return {
    tabs: others.tabs.map((tab) => ({ title: tab.title, html: sanitiseHtml(tab.html) })),
    size_guide: sanitiseHtml(others.size_guide),
  };
}
