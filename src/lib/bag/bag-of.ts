/** Bags that are never stored: they ask the shop what lines would cost by themselves. Pure but for the lines' ids. */
import { randomId } from '../random-id.ts';
import { type Bag, emptyBag } from './bag-codec.ts';
import { add, addBundle } from './changes.ts';
import type { NewLine } from './line.ts';

/** Lines of their own, or with a code one set of a bundle. */
export function bagOf(lines: readonly NewLine[], code = ''): Bag {
  if (code !== '') return addBundle(lines, code, 1, randomId)(emptyBag);
  return lines.reduce((bag, line) => add(line, randomId)(bag), emptyBag);
}
