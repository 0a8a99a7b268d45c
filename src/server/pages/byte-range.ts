export type RangeResult =
  | { kind: 'whole' }
  | { kind: 'part'; start: number; end: number }
  | { kind: 'unsatisfiable' };

/**
 * Parses a Range header with a single byte range (RFC 9110, section 14) for a file of `size` bytes. Pure.
 * @returns inclusive offsets; the whole file for multiple ranges and invalid headers
 */
export function parseRangeHeader(header: string | undefined, size: number): RangeResult {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return { kind: 'whole' };
  const [, from = '', to = ''] = match;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return { kind: 'whole' };
  return start >= size || start > end ? { kind: 'unsatisfiable' } : { kind: 'part', start, end };
}
