/** Cells that only products have, each read to what is stored or refused by BadCell. Pure. */
import { z } from 'zod';
import { currencyDigits } from '#lib/money/minor.ts';
import { sanitiseHtml } from '../sanitise-html.ts';
import { parseStored, type StoredCustomOptions, storedCustomOptions } from '../stored-json.ts';
import { BadCell, maxPrice } from './cells.ts';
import type { ProductDraft } from './draft.ts';

export function within(limit: number): (cell: string) => string {
  return (cell) => {
    if (cell.length > limit) throw new BadCell(`It is longer than ${limit} characters.`);
    return cell;
  };
}

export function readTags(cell: string): string[] {
  const tags = new Map<string, string>();
  for (const tag of cell.split(',').map((part) => part.trim())) {
    if (tag !== '' && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), within(255)(tag));
  }
  if (tags.size > 250) throw new BadCell('A product has at most 250 tags.');
  return [...tags.values()];
}

/** True for what is for sale. @throws BadCell */
export function readStatus(cell: string): boolean | null {
  const status = cell.toLowerCase();
  if (status === '') return null;
  if (['active', 'draft', 'archived', 'unlisted'].includes(status)) return status === 'active';
  throw new BadCell(`"${cell}" is none of Active, Draft, Archived.`);
}

export function readShape(cell: string): string {
  if (cell === '') return '1:1';
  if (['1:1', '3:4', '4:3'].includes(cell)) return cell;
  throw new BadCell(`"${cell}" is none of 1:1, 3:4, 4:3.`);
}

/** A day as ISO 8601 writes it, '' for none. @throws BadCell */
export function readDay(cell: string): string {
  if (cell === '' || z.iso.date().safeParse(cell).success) return cell;
  throw new BadCell(`"${cell}" is no day such as 2027-01-11.`);
}

export function readJson<Schema extends z.ZodType>(schema: Schema, empty: string) {
  return (cell: string): z.output<Schema> => {
    try {
      return parseStored(schema, cell === '' ? empty : cell);
    } catch (error) {
      const why = error instanceof z.ZodError ? z.prettifyError(error) : 'it is not JSON';
      throw new BadCell(`It cannot be read: ${why.replaceAll('\n', ' ')}.`);
    }
  };
}

/** Custom options, whose prices have the limits of a price cell. @throws BadCell */
export function readCustomOptions(currency: string): (cell: string) => StoredCustomOptions {
  const read = readJson(storedCustomOptions, '[]');
  return (cell) => {
    const options = read(cell);
    for (const price of options.flatMap((option) => [option, ...option.values]).map((each) => each.price)) {
      if (price < 0 || price > maxPrice * 10 ** currencyDigits(currency))
        throw new BadCell(`The price ${price} is not between 0 and 9,999,999.99; it is in minor units.`);
    }
    return options;
  };
}

export function cleanOthers(others: ProductDraft['others']): ProductDraft['others'] {
  if (!others) return others;
  return {
    tabs: others.tabs.map((tab) => ({ title: tab.title, html: sanitiseHtml(tab.html) })),
    size_guide: sanitiseHtml(others.size_guide),
  };
}
