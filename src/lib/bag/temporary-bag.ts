/** Temporary bags that are never stored, used to price lines on their own. Pure except for the line ids. */
import { randomId } from '../random-id.ts';
import { type Bag, emptyBag } from './bag-codec.ts';
import { addBagLine, addBundle } from './changes.ts';
import type { NewLine } from './line.ts';

/** Returns a bag of single lines or, with a code, of one set of a bundle. */
export function createTemporaryBag(lines: readonly NewLine[], code = ''): Bag {
  if (code !== '') return addBundle(lines, code, 1, randomId)(emptyBag);
  return lines.reduce((bag, line) => addBagLine(line, randomId)(bag), emptyBag);
}
