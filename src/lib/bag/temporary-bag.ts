/** Creates bags that are never stored, to price lines independently of the shopper's bag. Pure except for the line ids. */
import { randomId } from '../random-id.ts';
import { type Bag, emptyBag } from './bag-codec.ts';
import { addBagLine, addBundle } from './changes.ts';
import type { NewLine } from './line.ts';

/** Returns a bag with the given single lines or, if there is a code, with one set of a bundle. */
export function createTemporaryBag(lines: readonly NewLine[], code = ''): Bag {
  if (code !== '') return addBundle(lines, code, 1, randomId)(emptyBag);
  return lines.reduce((bag, line) => addBagLine(line, randomId)(bag), emptyBag);
}
