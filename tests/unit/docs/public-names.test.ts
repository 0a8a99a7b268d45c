/**
 * Names that others depend on: wire fields, settings, files, variables, commands, metrics, jobs, emails, texts. A changed name
 * is a breaking change: `vitest run --project=unit-node tests/unit/docs -u` updates the list after a deliberate change.
 */

import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import type { EndpointDefinition } from '#lib/contract/endpoint.ts';
import { endpoints } from '#lib/contract/table.ts';
import { listSchemaFields } from '#server/api-docs/schema-fields.ts';

test('public names are those of the list', async () => {
  // The committed pages: reference.test.ts compares them with the code.
  const pages = Object.fromEntries(
    globSync('docs/reference/*.md')
      .sort()
      .map((path) => [basename(path), readFileSync(path, 'utf8')]),
  );
  const wire = Object.entries<EndpointDefinition>(endpoints).flatMap(([key, { params, query, body, data }]) =>
    [
      ...[params, query, body].flatMap((schema) => (schema ? listSchemaFields(schema, 'input') : [])),
      ...listSchemaFields(data, 'output'),
    ].map(({ depth, name }) => `${key} ${depth} ${name}`),
  );
  const columns =
    readFileSync('src/server/db/tables.ts', 'utf8').match(/^ {2}\w+(?=\??:)|(?<=^export interface )\w+/gm) ??
    [];
  const pageNames = Object.entries(pages)
    .filter(([name]) => name !== 'api.md' && name !== 'cli.md')
    .flatMap(([name, text]) =>
      [...text.matchAll(/^\| `([^`]+)` \|/gm)].map(([, first]) => `${name} ${first}`),
    );
  const commands = [...(pages['cli.md'] ?? '').matchAll(/^#{2,3} .+|(?<=^ {2,6}(?:-\w, )?)--[\w-]+/gm)].map(
    ([found]) => `cli ${found}`,
  );
  const names = [...new Set([...wire, ...pageNames, ...commands, ...columns.map((name) => `table ${name}`)])];
  await expect(`${names.join('\n')}\n`).toMatchFileSnapshot('../../fixtures/public-names.txt');
});
