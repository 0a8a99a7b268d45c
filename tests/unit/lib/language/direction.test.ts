import { expect, test } from 'vitest';
import { isRightToLeft } from '#lib/language/direction.ts';

test.each([
  ['ar', true],
  ['ar-EG', true],
  ['he', true],
  ['AR', true],
  ['en', false],
  ['arn', false],
  ['de-AT', false],
])('%s is written from right to left: %s', (lang, expected) => {
  expect(isRightToLeft(lang)).toBe(expected);
});
