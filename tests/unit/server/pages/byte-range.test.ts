import { describe, expect, it } from 'vitest';
import { parseRangeHeader } from '#server/pages/byte-range.ts';

const whole = { kind: 'whole' };
const part = (start: number, end: number) => ({ kind: 'part', start, end });

describe('ranges of a file of 1000 bytes', () => {
  it.each([
    [undefined, whole],
    ['bytes=0-99', part(0, 99)],
    ['bytes=900-', part(900, 999)],
    ['bytes=-100', part(900, 999)],
    ['bytes=-5000', part(0, 999)],
    ['bytes=0-5000', part(0, 999)],
    ['bytes=1000-', { kind: 'unsatisfiable' }],
    ['bytes=-0', { kind: 'unsatisfiable' }],
    ['bytes=5-2', whole],
    ['bytes=0-1,5-6', whole],
    ['bytes=-', whole],
    ['lines=1-2', whole],
  ])('reads %j', (header, expected) => expect(parseRangeHeader(header, 1000)).toEqual(expected));
});
