import { describe, expect, test } from 'vitest';
import { countdownUnits, formatDuration, splitDuration, unitsToMs } from '#lib/marketing/time-left.ts';

describe('the time until something ends', () => {
  test('is counted in seconds, minutes, hours and days, numbered 1 to 4 [MKT-18]', () => {
    expect(countdownUnits).toEqual({ 1: 'second', 2: 'minute', 3: 'hour', 4: 'day' });
    expect(([1, 2, 3, 4] as const).map((unit) => unitsToMs(2, unit))).toEqual([
      2000, 120_000, 7_200_000, 172_800_000,
    ]);
  });

  test('begins with the longest unit that is left, and leaves none out after it', () => {
    expect(splitDuration(2 * 86_400_000 + 5 * 60_000 + 9999)).toEqual([
      [4, 2],
      [3, 0],
      [2, 5],
      [1, 9],
    ]);
    expect(splitDuration(999)).toEqual([[1, 0]]);
    expect(splitDuration(-5)).toEqual([[1, 0]]);
  });

  test('is said in the language of the page', () => {
    expect(formatDuration(86_400_000 + 61_000, 'en')).toBe('1 day 0 hours 1 minute 1 second');
    expect(formatDuration(61_000, 'de')).toBe('1 Minute 1 Sekunde');
  });
});
