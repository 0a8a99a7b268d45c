/** Pages match the stored snapshots, except for listed differences; each listed difference must still occur. */
import { diff, isDeepStrictEqual } from 'node:util';
import { expect, test } from '@playwright/test';
import { type Difference, differences } from './fixtures/pages/differences.ts';
import { type RenderedPage, readKept, renderAll } from './rendered-pages.ts';

interface Run {
  went: string[];
  came: string[];
}

/** Groups adjacent removed and added lines into runs. */
function runsOf(before: string[], after: string[]): Run[] {
  const runs: Run[] = [];
  let isOpen = false;
  for (const [change, line] of diff(before, after)) {
    if (change === 0) {
      isOpen = false;
      continue;
    }
    if (!isOpen) runs.push({ went: [], came: [] });
    isOpen = true;
    runs.at(-1)?.[change > 0 ? 'went' : 'came'].push(line);
  }
  return runs;
}

const fits = (lines: string[], patterns: Difference['went']) =>
  lines.length === patterns.length &&
  lines.every((line, at) => {
    const pattern = patterns[at] ?? '';
    return typeof pattern === 'string' ? line === pattern : pattern.test(line);
  });

test('every page is what it was, but for what is explained', { tag: '@all' }, async () => {
  test.setTimeout(120_000);
  const unexplained: string[] = [];
  const unused = new Set(differences);
  for (const [page, lines] of await renderAll()) {
    for (const run of runsOf(readKept(page), lines)) {
      const found = differences.find(
        ({ on, went, came, rest }) =>
          (!on || on.includes(page)) &&
          fits(run.went, went) &&
          fits(run.came, came) &&
          (!rest || isDeepStrictEqual(run.went.map(rest), run.came.map(rest))),
      );
      if (found) unused.delete(found);
      else unexplained.push(told(page, run));
    }
  }
  expect(unexplained).toEqual([]);
  expect([...unused]).toEqual([]);
});

const told = (page: RenderedPage, { went, came }: Run) =>
  [`${page}:`, ...went.map((line) => `- ${line}`), ...came.map((line) => `+ ${line}`)].join('\n');
