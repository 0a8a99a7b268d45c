import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { returnReasons } from '#lib/contract/return-reasons.ts';

test('the reasons of a return are those of the requirements [R148]', () => {
  const resolutions = readFileSync('docs/requirements/resolutions.md', 'utf8');
  const [, list = ''] = /^\*\*R148 .*?\{days, reasons\} \(reasons: ([^)]*)\)/m.exec(resolutions) ?? [];
  expect(list.split(', ').map((name) => name.replaceAll('`', ''))).toEqual([...returnReasons]);
});
