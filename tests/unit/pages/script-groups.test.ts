import { describe, expect, test } from 'vitest';
import { findCircle } from '#server/pages/script-groups.ts';

describe('scripts that import each other', () => {
  test('are found wherever they stand', () => {
    const imports = new Map([
      ['page.js', ['bag.js', 'words.js']],
      ['bag.js', ['money.js', 'words.js']],
      ['money.js', ['form.js']],
      ['form.js', ['bag.js']],
      ['words.js', []],
    ]);
    expect(findCircle(imports)).toEqual(['bag.js', 'money.js', 'form.js', 'bag.js']);
  });

  test('are not those that two others import', () => {
    const imports = new Map([
      ['page.js', ['bag.js', 'form.js']],
      ['form.js', ['bag.js']],
      ['bag.js', ['other-origin.js']],
    ]);
    expect(findCircle(imports)).toBeNull();
  });
});
