import type { Logger } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { logKept } from '#server/process/kept-log.ts';

const lines: { by: string; answers: Record<string, number>; seconds: number }[] = [];
const log = { info: (line: (typeof lines)[number]) => lines.push(line) } as unknown as Logger;

beforeEach(() => {
  vi.useFakeTimers();
  lines.length = 0;
});
afterEach(() => vi.useRealTimers());

describe('the log of kept pages', () => {
  it('sums up each minute what was answered in it, and says nothing while nothing was', () => {
    const kept = logKept(log);
    vi.advanceTimersByTime(60_000);
    expect(lines).toEqual([]);
    for (const status of [200, 200, 404]) kept.answered(status);
    vi.advanceTimersByTime(60_000);
    kept.answered(200);
    vi.advanceTimersByTime(60_000);
    expect(lines).toEqual([
      { by: 'kept', answers: { 200: 2, 404: 1 }, seconds: 60 },
      { by: 'kept', answers: { 200: 1 }, seconds: 60 },
    ]);
    kept.end();
  });

  it('writes the rest when it ends', () => {
    const kept = logKept(log);
    kept.answered(200);
    vi.advanceTimersByTime(10_000);
    kept.end();
    vi.advanceTimersByTime(120_000);
    expect(lines).toEqual([{ by: 'kept', answers: { 200: 1 }, seconds: 10 }]);
  });
});
