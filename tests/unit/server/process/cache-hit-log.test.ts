import type { Logger } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { logCacheHits } from '#server/process/cache-hit-log.ts';

const lines: { by: string; answers: Record<string, number>; seconds: number }[] = [];
const log = { info: (line: (typeof lines)[number]) => lines.push(line) } as unknown as Logger;

beforeEach(() => {
  vi.useFakeTimers();
  lines.length = 0;
});
afterEach(() => vi.useRealTimers());

describe('the log of cached pages', () => {
  it('sums up each minute what was answered in it, and says nothing while nothing was', () => {
    const hits = logCacheHits(log);
    vi.advanceTimersByTime(60_000);
    expect(lines).toEqual([]);
    for (const status of [200, 200, 404]) hits.answered(status);
    vi.advanceTimersByTime(60_000);
    hits.answered(200);
    vi.advanceTimersByTime(60_000);
    expect(lines).toEqual([
      { by: 'cache', answers: { 200: 2, 404: 1 }, seconds: 60 },
      { by: 'cache', answers: { 200: 1 }, seconds: 60 },
    ]);
    hits.end();
  });

  it('writes the rest when it ends', () => {
    const hits = logCacheHits(log);
    hits.answered(200);
    vi.advanceTimersByTime(10_000);
    hits.end();
    vi.advanceTimersByTime(120_000);
    expect(lines).toEqual([{ by: 'cache', answers: { 200: 1 }, seconds: 10 }]);
  });
});
