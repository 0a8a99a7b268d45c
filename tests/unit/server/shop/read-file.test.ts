import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readJson } from '#server/shop/read-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'atoll-read-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['{"a": [1, 2,]}', true],
  ['{"a": "x,]" "b": 1}', false],
  [String.raw`{"a": "\",}" "b": 1}`, false],
])('%s: hints at a comma before a closing bracket: %s', async (text, hasHint) => {
  const file = join(folder, 'theme.json');
  writeFileSync(file, text);
  const message = await readJson(file).catch(String);
  expect(String(message).includes('Remove the comma')).toBe(hasHint);
});
