import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { trackProgress } from '#server/core/track-progress.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** The time that trackProgress reads, ms. */
let now = 0;

beforeEach(() => {
  now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});

describe('progress without a terminal', () => {
  it('is a plain line every ten seconds, and none for short work', async () => {
    const lines: string[] = [];
    const label = { title: 'Importing', unit: 'rows', printLine: (line: string) => lines.push(line) };
    const result = await trackProgress(label, async (report) => {
      for (const [at, done] of [
        [9_999, 1],
        [10_000, 1200],
        [19_999, 1800],
        [20_000, 2400],
      ] as const) {
        now = at;
        report(done, 3400);
      }
      return 'done';
    });
    expect(result).toBe('done');
    expect(lines).toEqual(['Importing: 1,200 of 3,400 rows', 'Importing: 2,400 of 3,400 rows']);
  });
});

describe('progress on a terminal', () => {
  function terminal(): { written: () => string } {
    let text = '';
    const write = (part: string) => {
      text += part;
      return true;
    };
    const screen = { isTTY: true, columns: 80, write } as typeof process.stderr;
    vi.spyOn(process, 'stderr', 'get').mockReturnValue(screen);
    return { written: () => text };
  }

  it('is a bar with count and time left once the work takes more than a second, and goes away with it', async () => {
    const { written } = terminal();
    await expect(
      trackProgress({ title: 'Restoring', unit: 'KiB' }, async (report) => {
        now = 999;
        report(10, 4000);
        expect(written()).toBe('');
        now = 25_000;
        report(1000, 4000);
        throw new Error('damaged');
      }),
    ).rejects.toThrow('damaged');
    expect(written()).toMatch(/Restoring \[.{20}\] 1,000 of 4,000 KiB, 1 min 15 s left/);
    expect(written()).toContain('\u001b[2K');
  });
});
