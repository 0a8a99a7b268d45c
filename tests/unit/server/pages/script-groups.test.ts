import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findImportCycle, scriptGroups } from '#server/pages/script-groups.ts';

describe('scripts that import each other', () => {
  test('are found wherever they stand', () => {
    const imports = new Map([
      ['page.js', ['bag.js', 'words.js']],
      ['bag.js', ['money.js', 'words.js']],
      ['money.js', ['form.js']],
      ['form.js', ['bag.js']],
      ['words.js', []],
    ]);
    expect(findImportCycle(imports)).toEqual(['bag.js', 'money.js', 'form.js', 'bag.js']);
  });

  test('are not those that two others import', () => {
    const imports = new Map([
      ['page.js', ['bag.js', 'form.js']],
      ['form.js', ['bag.js']],
      ['bag.js', ['other-origin.js']],
    ]);
    expect(findImportCycle(imports)).toBeNull();
  });
});

describe('groups of scripts', () => {
  test('name only files that exist', () => {
    const plugin = scriptGroups();
    const configure = plugin.configEnvironment as unknown as (name: string) => {
      build: { rolldownOptions: { output: { codeSplitting: { groups: { test: RegExp }[] } } } };
    };
    const { groups } = configure('client').build.rolldownOptions.output.codeSplitting;
    const named = groups
      .flatMap(({ test }) => expand(test.source))
      .filter((path) => path.startsWith('/src/') && !path.includes('['));
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter((path) => !variants(`.${path}`).some((file) => existsSync(file)))).toEqual([]);
  });
});

/** Returns the texts that a pattern of groups and alternatives matches; `x?` stays as it is. */
function expand(pattern: string): string[] {
  let at = 0;
  const alternatives = (): string[] => {
    const all: string[] = [];
    let sequence = [''];
    for (; at < pattern.length && pattern[at] !== ')'; at += 1) {
      if (pattern.startsWith('(?:', at)) {
        at += 3;
        const inner = alternatives();
        sequence = sequence.flatMap((before) => inner.map((part) => before + part));
      } else if (pattern[at] === '|') {
        all.push(...sequence);
        sequence = [''];
      } else if (!'\\$'.includes(pattern[at]!)) sequence = sequence.map((before) => before + pattern[at]);
    }
    return [...all, ...sequence];
  };
  return alternatives();
}

/** Returns the path with and without each letter before a `?`. */
function variants(path: string): string[] {
  const found = /(.)\?/.exec(path);
  if (!found) return [path];
  return ['', found[1]].flatMap((letter) => variants(path.replace(found[0], letter ?? '')));
}
