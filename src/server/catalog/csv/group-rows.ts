/** Groups the rows of a product CSV by product, for the import and for the checks of the command `apply`. Pure. */
import { toHandle } from '../../core/handles.ts';
import type { Problem } from './problems.ts';
import type { Row, RowOrProblem } from './read-rows.ts';

/** The rows of one product in file order, or the problem that caused rows to be skipped. */
export type ProductRowsOrProblem = { rows: [Row, ...Row[]] } | { problem: Problem };

/** Returns the product handle of a row, made from the handle cell or, if that has no letters or digits, from the title. */
export function getProductHandle(row: Row): string {
  return toHandle(row.cell('handle')) || toHandle(row.cell('title'));
}

/** Returns the name that identifies a row's product within the file; rows with the same name belong to one product. */
function writtenHandle(row: Row): string {
  return (row.cell('handle') || row.cell('title')).normalize('NFC').toLowerCase();
}

/**
 * Groups consecutive rows with the same handle.
 * @yields the rows of each product with a unique handle, and a problem for each other row or product
 */
export async function* groupRows(parts: AsyncIterable<RowOrProblem>): AsyncGenerator<ProductRowsOrProblem> {
  /** The handle or title of each product so far, as written in the file; keyed by the normalised handle. */
  const spellings = new Map<string, string>();
  let group: [Row, ...Row[]] | undefined;
  for await (const part of parts) {
    if ('problem' in part) {
      yield part;
      continue;
    }
    const { row } = part;
    const written = writtenHandle(row);
    if (group && written !== '' && written === writtenHandle(group[0])) {
      group.push(row);
    } else if (getProductHandle(row) === '') {
      yield { problem: nameless(row) };
    } else {
      if (group) yield named(group, spellings);
      group = [row];
    }
  }
  if (group) yield named(group, spellings);
}

function nameless(row: Row): Problem {
  const message =
    row.cell('handle') === ''
      ? 'The row has neither a handle nor a title. Write a handle.'
      : `The handle "${row.cell('handle')}" and the title have no letters or digits. Write a handle such as oat-mug.`;
  return { line: row.line, column: row.header('handle'), message };
}

/**
 * Returns the rows of a product, or a problem if an earlier product has the same handle.
 * @param spellings names of the earlier products by handle; the name of this product is added
 */
function named(rows: [Row, ...Row[]], spellings: Map<string, string>): ProductRowsOrProblem {
  const [first] = rows;
  const handle = getProductHandle(first);
  const written = writtenHandle(first);
  const earlier = spellings.get(handle);
  if (earlier === undefined) {
    spellings.set(handle, written);
    return { rows };
  }
  const message =
    earlier === written
      ? `"${handle}" also appears earlier in the file. Keep all rows of a product together.`
      : `"${written}" and "${earlier}", earlier in the file, would both get the handle "${handle}". Give one of them another handle.`;
  return { problem: { line: first.line, column: first.header('handle'), message } };
}
