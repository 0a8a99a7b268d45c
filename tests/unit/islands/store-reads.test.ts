import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Files that may call useStore: each passes a constant server snapshot. */
const wrappers = ['src/islands/bag/use-bag.ts'];

test('no island reads a store without a constant server snapshot, and the bag only through useBag', () => {
  const raw = globSync('src/{client,islands}/**/*.{ts,tsx}').flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const bag = /useStore\(\s*\$(bag|shown|quote|isSaved|news)\b/.test(text) && !wrappers.includes(file);
    const bare = [...text.matchAll(/useStore\(([^)]*)\)/g)].some(([, args]) => !args?.includes('ssr'));
    return bag || bare ? [file] : [];
  });
  expect(raw).toEqual([]);
});
