/** The recipes of docs/develop/recipes fit the current project. tests/soak/recipes.test.ts tests their result. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { isDemo } from '../../is-demo.ts';
import { changed, isCarriedOut, recipes, writtenByRecipes } from '../../soak/read-recipes.ts';

test('the changes fit the files as they are, one after the other, or have been carried out [D13]', () => {
  const texts = new Map<string, string>();
  const diffs = recipes.flatMap(({ blocks }) => blocks.filter(({ language }) => language === 'diff'));
  expect(diffs.length).toBeGreaterThan(10);
  for (const { file, content } of diffs) {
    // A merchant's own folder may lack the demo files that the recipes change.
    if (file.startsWith('shop/') && !isDemo) continue;
    expect(existsSync(file), file).toBe(true);
    const text = texts.get(file) ?? readFileSync(file, 'utf8');
    texts.set(file, isCarriedOut(text, content) ? text : changed(text, content, file));
  }
});

test('a change that has been carried out is known by what it adds [D13]', () => {
  const diff = ' one\n+two\n three\n-four\n';
  const after = changed('one\nthree\nfour\n', diff, 'a file');
  expect(after).toBe('one\ntwo\nthree\n');
  expect([isCarriedOut('one\nthree\nfour\n', diff), isCarriedOut(after, diff)]).toEqual([false, true]);
  expect(isCarriedOut('zero\none\nhalf\ntwo\nthree\n', diff)).toBe(false);
});

test('commands run under the Node that npm brings, whatever Node is installed [D10]', () => {
  const commands = recipes
    .flatMap(({ blocks }) => blocks.filter(({ language }) => language === 'sh'))
    .flatMap(({ content }) => content.trim().split('\n'));
  expect(commands.length).toBeGreaterThan(1);
  expect(commands.filter((command) => !/^(?:npm run|npx) /.test(command.trim()))).toEqual([]);
});

test('what is imported is there', () => {
  const { imports } = JSON.parse(readFileSync('package.json', 'utf8')) as { imports: Record<string, string> };
  const lost = recipes
    .flatMap(({ blocks }) => blocks.filter(({ file }) => file !== ''))
    .flatMap(({ file, content }) =>
      [...content.matchAll(/\bfrom '(\.{1,2}\/|#\w+\/)([^'?]+)[^']*'/g)].map(([, start = '', rest = '']) => {
        const folder = start.startsWith('#')
          ? (imports[`${start}*`] ?? '?').slice(0, -1)
          : join(dirname(file), start);
        return { file, target: join(folder, rest) };
      }),
    )
    .filter(({ target }) => !existsSync(target) && !writtenByRecipes.has(target));
  expect(lost).toEqual([]);
});
