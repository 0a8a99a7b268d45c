/** The linter rejects DOM work in islands. A broken rule rejects nothing, and the output mentions that only in passing. */
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const refused = [
  `document.createElement('p');`,
  `place.innerHTML = '';`,
  `place.insertAdjacentHTML('beforeend', '');`,
  `place.cloneNode(true);`,
  `place.append('');`,
  `place.classList.add('on');`,
  `place.textContent = '';`,
  `place.querySelector('p');`,
  `place?.querySelectorAll('p');`,
  `place.replaceChildren('');`,
  `place.getElementsByTagName('p');`,
];
const allowed = [`place.focus();`, `console.log(place.textContent);`, `document.getElementById('main');`];

/** Returns the lines of each file that the rule rejects under the repository's settings. */
function refusedLines(files: readonly string[]): Record<string, number[]> {
  const copy = mkdtempSync(join(tmpdir(), 'lint-'));
  try {
    for (const part of ['biome.json', 'tools/lint']) cpSync(part, join(copy, part), { recursive: true });
    for (const file of files) {
      mkdirSync(join(copy, dirname(file)), { recursive: true });
      writeFileSync(join(copy, file), [...refused, ...allowed].join('\n'));
    }
    const biome = resolve('node_modules/@biomejs/biome/bin/biome');
    const options = [
      'lint',
      '--vcs-enabled=false',
      '--only=plugin',
      '--max-diagnostics=none',
      '--reporter=github',
    ];
    const { stdout } = spawnSync(process.execPath, [biome, ...options, 'src'], {
      cwd: copy,
      encoding: 'utf8',
    });
    const found = [...stdout.matchAll(/^::error title=plugin,file=(.+?),line=(\d+)/gm)];
    return Object.fromEntries(
      files.map((file) => [
        file,
        found
          .filter(([, path]) => path!.endsWith(file))
          .map(([, , line]) => Number(line))
          .sort((a, b) => a - b),
      ]),
    );
  } finally {
    rmSync(copy, { recursive: true });
  }
}

test('an island makes, changes and looks up no elements: the linter refuses each call, in islands only', () => {
  expect(
    refusedLines(['src/islands/offers/Probe.tsx', 'src/islands/use-probe.ts', 'src/client/probe.ts']),
  ).toEqual({
    'src/islands/offers/Probe.tsx': refused.map((_, at) => at + 1),
    'src/islands/use-probe.ts': refused.map((_, at) => at + 1),
    'src/client/probe.ts': [],
  });
});

test('at most five files are excepted, each is there, and has its reason where islands are decided', () => {
  const { overrides } = JSON.parse(readFileSync('biome.json', 'utf8')) as {
    overrides: { includes: string[]; plugins?: string[] }[];
  };
  const rule = overrides.find(({ plugins }) => plugins?.some((path) => path.includes('no-dom-in-islands')));
  const excepted = rule!.includes.filter((path) => path.startsWith('!')).map((path) => path.slice(1));
  const decision = readFileSync('docs/decisions/09-islands-on-intent.md', 'utf8');
  expect(excepted.filter((path) => globSync(path).length === 0)).toEqual([]);
  expect(excepted.filter((path) => !decision.includes(path))).toEqual([]);
  expect(excepted.length).toBeLessThanOrEqual(5);
});
