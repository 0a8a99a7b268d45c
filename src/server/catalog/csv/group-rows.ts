/** Cuts the rows of a product CSV into products, for the import and for the checks of `apply`. Pure. */
import { toHandle } from '../../core/handles.ts';
import type { Problem } from './problems.ts';
import type { Row, RowOrProblem } from './read-rows.ts';

/** The rows of one product, in file order, or the problem of rows that are left out. */
export type ProductRowsOrProblem = { rows: [Row, ...Row[]] } | { problem: Problem };

/** Returns the handle of a product's first row: its own, or one made from its title where that has no letters. */
export function handleOf(row: Row): string {
  return toHandle(row.cell('handle')) || toHandle(row.cell('title'));
}

/** Returns how the file names the product of a row: rows with the same name belong to one product. */
function writtenHandle(row: Row): string {
  return (row.cell('handle') || row.cell('title')).normalize('NFC').toLowerCase();
}

/**
 * Groups rows that follow each other and have the same handle.
 * @yields the rows of each product with a handle of its own, and the problem of each row or product without one
 */
export async function* groupRows(parts: AsyncIterable<RowOrProblem>): AsyncGenerator<ProductRowsOrProblem> {
  /** Handles of the products so far, each as its file writes it. */
  const seen = new Map<string, string>();
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
    } else if (handleOf(row) === '') {
      yield { problem: nameless(row) };
    } else {
      if (group) yield named(group, seen);
      group = [row];
    }
  }
  if (group) yield named(group, seen);
}

function nameless(row: Row): Problem {
  const message =
    row.cell('handle') === ''
      ? 'The row has neither a handle nor a title. Write a handle.'
      : `The handle "${row.cell('handle')}" and the title have no letters or digits. Write a handle such as oat-mug.`;
  return { line: row.line, column: row.header('handle'), message };
}

/** @param seen gets the product's handle, unless an earlier product has it */
function named(rows: [Row, ...Row[]], seen: Map<string, string>): ProductRowsOrProblem {
  const [first] = rows;
  const handle = handleOf(first);
  const written = writtenHandle(first);
  const earlier = seen.get(handle);
  if (earlier === undefined) {
    seen.set(handle, written);
    return { rows };
  }
  const message =
    earlier === written
      ? `"${handle}" also appears earlier in the file. Keep all rows of a product together.`
      : `"${written}" and "${earlier}", earlier in the file, would both get the handle "${handle}". Give one of them another handle.`;
  return { problem: { line: first.line, column: first.header('handle'), message } };
}
