import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { unusedExports } from './shop-use.ts';
import { waitingExports } from './waiting-exports.ts';

const waiting = Object.keys(waitingExports);
const unused = unusedExports();

test('the shop itself uses what src exports, but for what is known to wait', () => {
  expect(unused.filter((name) => !waiting.includes(name))).toEqual([]);
});

test('the list of what waits names nothing that is gone or in use by now', () => {
  expect(waiting.filter((name) => !unused.includes(name))).toEqual([]);
});

test('what waits is tested, by tests that name its requirements', () => {
  const tests = globSync('tests/unit/**/*.test.{ts,tsx}').map((file) => readFileSync(file, 'utf8'));
  for (const [name, ids] of Object.entries(waitingExports)) {
    const [, own = ''] = name.split(': ');
    const named = tests.filter((text) => new RegExp(`\\b${own}\\b`).test(text));
    for (const id of ids)
      expect(
        named.some((text) => text.includes(id)),
        `${name}, ${id}`,
      ).toBe(true);
  }
});

/** A project of these files. */
function project(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'atoll-house-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

test('what is imported, passed on, loaded later, found by its place or named as a type is in use, whoever else tests it', () => {
  const root = project({
    'server.ts': `import { start } from './src/server/start.ts'; start();`,
    'src/server/start.ts': `
      import * as rules from './rules.ts';
      import type { Shape } from './shapes.ts';
      import { passed as renamed } from './passing.ts';
      export function start(shape?: Shape) { renamed(); rules.one(); void import('./later.ts').then(({ late }) => late()); }
      const folder = new URL('./child.ts', import.meta.url);
      start.call(folder);
      export const forTests = () => onlyBehind();
      export const onlyBehind = () => forTests();`,
    'src/server/rules.ts':
      'export const one = () => two(); export const two = () => 2; export const three = 3;',
    'src/server/shapes.ts': 'export type Shape = Part; export interface Part {} export interface Other {}',
    'src/server/passing.ts': `export * from './passed.ts'; export { unpassed } from './passed.ts';`,
    'src/server/passed.ts': 'export const passed = () => 1; export const unpassed = 1;',
    'src/server/later.ts': 'export const late = () => 1; export const never = 1;',
    'src/server/child.ts': 'export default 1;',
    'src/pages/index.astro': `---
import Card from '../components/Card.astro';
---
<Card />`,
    'src/components/Card.astro': `---
import Island from '../islands/Island.tsx';
---
<script is:inline set:html={x} /><Island client:load /><script>import { mount } from '../islands/mount.ts'; mount();</script>`,
    'src/islands/Island.tsx': `import { Inner } from './Inner.tsx'; export default function Island() { return <Inner />; }`,
    'src/islands/Inner.tsx': 'export const Inner = () => <b />; export const Outer = () => <Inner />;',
    'src/islands/mount.ts': 'export function mount() {} // unmount: export function unmount() {}',
    'tests/x.test.ts': `import { three } from '../src/server/rules.ts'; import { Outer } from '../src/islands/Inner.tsx';`,
  });
  expect(unusedExports(root)).toEqual([
    'src/islands/Inner.tsx: Outer',
    'src/server/later.ts: never',
    'src/server/passed.ts: unpassed',
    'src/server/passing.ts: unpassed',
    'src/server/rules.ts: three',
    'src/server/shapes.ts: Other',
    'src/server/start.ts: forTests',
    'src/server/start.ts: onlyBehind',
  ]);
});
