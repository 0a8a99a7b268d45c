import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { type Info, parse } from 'csv-parse';
import { unescapeFormula } from './cells.ts';
import { type Columns, type Field, readColumns } from './columns.ts';
import type { Problem } from './problems.ts';

/** A row of the file, split into cells. */
export interface Row {
  line: number;
  columns: Columns;
  /** Returns the trimmed cell of a field, '' if it is empty or the file has no such column. */
  cell(field: Field): string;
  has(field: Field): boolean;
  /** Returns the header of a field's column as this file writes it. */
  header(field: Field): string;
}

export type RowOrProblem = { row: Row } | { problem: Problem };

/** Maximum size of one record in bytes, so that an unclosed quote does not fill the memory. */
const recordLimit = 4 * 1024 * 1024;

/**
 * Streams a CSV file separated by commas, semicolons or tabs, with or without a byte-order mark.
 * @yields each row, or the problem of an unreadable line
 * @throws Error with a message for the merchant if the file is unreadable or its header is not that of a product file
 */
export async function* readRows(path: string): AsyncGenerator<RowOrProblem> {
  const delimiter = delimiterOf(await headOf(path));
  const skipped: Problem[] = [];
  let line = 1;
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: recordLimit,
    on_skip: (error) => {
      skipped.push({ line, column: '', message: error?.message ?? 'The line is not valid CSV.' });
      return undefined;
    },
  });
  const bytes = createReadStream(path);
  bytes.on('error', (error) => parser.destroy(error));
  bytes.pipe(parser);
  let columns: Columns | undefined;
  for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
    for (const problem of skipped.splice(0)) yield { problem };
    const start = line;
    line = info.lines + 1;
    if (!columns) columns = readColumns(record.map((header) => header.trim()));
    else yield toRow(record, columns, start);
  }
  for (const problem of skipped) yield { problem };
  if (!columns) throw new Error('The file is empty.');
}

function toRow(record: string[], columns: Columns, line: number): RowOrProblem {
  if (record.some((cell) => cell.includes('�'))) {
    return { problem: { line, column: '', message: 'The text is not UTF-8. Save the file as "CSV UTF-8".' } };
  }
  const cell = (field: Field) => {
    const column = columns.at.get(field);
    return column ? unescapeFormula((record[column.index] ?? '').trim()) : '';
  };
  return {
    row: {
      line,
      columns,
      cell,
      has: (field) => columns.at.has(field),
      header: (field) => columns.at.get(field)?.header ?? field,
    },
  };
}

/** Returns the separator that occurs most often outside quotes in the header line. */
function delimiterOf(head: string): string {
  const first = head.split(/\r?\n/, 1)[0]!.replace(/"[^"]*"/g, '');
  const count = (separator: string) => first.split(separator).length;
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best));
}

async function headOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16_384), 0, 16_384, 0);
    return buffer.subarray(0, bytesRead).toString('utf8');
  } finally {
    await file.close();
  }
}
