import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Files that may call useStore: each passes a constant server snapshot. */
const wrappers = ['src/islands/bag/use-bag.ts'];
const bagStore = /useStore\(\s*\$(bag|displayedBag|quote|isSaved|automaticChanges)\b/;

test('no island reads a store without a constant server snapshot, and the bag only through useBag', () => {
  const raw = globSync('src/{client,islands}/**/*.{ts,tsx}').flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const bag = bagStore.test(text) && !wrappers.includes(file);
    const bare = [...text.matchAll(/useStore\(([^)]*)\)/g)].some(([, args]) => !args?.includes('ssr'));
    return bag || bare ? [file] : [];
  });
  expect(raw).toEqual([]);
  // A renamed store would leave this test without an effect.
  for (const wrapper of wrappers) expect(readFileSync(wrapper, 'utf8')).toMatch(bagStore);
});
