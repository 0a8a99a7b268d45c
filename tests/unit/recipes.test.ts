/** The recipes of CONTRIBUTING.md fit the project as it is. What they give: tests/soak/recipes.test.ts. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { changed, recipes, writtenByRecipes } from '../soak/read-recipes.ts';

test('the changes fit the files as they are, one after the other', () => {
  const texts = new Map<string, string>();
  const diffs = recipes.flatMap(({ blocks }) => blocks.filter(({ language }) => language === 'diff'));
  expect(diffs.length).toBeGreaterThan(10);
  for (const { file, content } of diffs) {
    expect(existsSync(file), file).toBe(true);
    texts.set(file, changed(texts.get(file) ?? readFileSync(file, 'utf8'), content, file));
  }
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
