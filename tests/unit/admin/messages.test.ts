import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { german } from '../../../src/admin/messages/de.ts';
import { english } from '../../../src/admin/messages/en.ts';

/** Returns all texts by their key, such as `ra.action.save`. */
function textsOf(messages: object, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(messages).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value] as const] : [...textsOf(value, `${prefix}${key}.`)],
    ),
  );
}

const englishTexts = textsOf(english);
const germanTexts = textsOf(german);

it('has every text in both languages, with the same placeholders (admin)', () => {
  expect([...germanTexts.keys()].sort()).toEqual([...englishTexts.keys()].sort());
  const placeholders = (text = '') => [...new Set(text.match(/%\{\w+\}/g))].sort();
  for (const [key, text] of englishTexts)
    expect(placeholders(germanTexts.get(key)), key).toEqual(placeholders(text));
});

it('defines every text that a component names (admin)', () => {
  const named = globSync('src/admin/**/*.{ts,tsx}').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/['"]((?:admin|resources)\.[\w.]+)['"]/g)].map(
      ([, key = '']) => key,
    ),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((key) => !englishTexts.has(key))).toEqual([]);
});
