import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { EndpointDefinition } from '#lib/contract/endpoint.ts';
import { sortedEndpointKeys } from '#lib/contract/route-order.ts';
import { endpoints } from '#lib/contract/table.ts';

const rows = Object.entries(endpoints) as [string, EndpointDefinition][];

describe('the contract', () => {
  it('has an audit row and a permission for every write of the admin, and no access elsewhere (admin)', () => {
    for (const [key, row] of rows) {
      const isAdmin = key.includes(' /api/v1/admin/');
      if (!isAdmin) expect(row.access, key).toBeUndefined();
      if (row.access === undefined) continue;
      expect(row.audit !== undefined, key).toBe(!key.startsWith('GET '));
      expect(row.shared, key).toBeUndefined();
    }
  });

  it('has all 116 calls of the documents', () => {
    const ids = new Set(rows.map(([, row]) => row.id).filter((id) => id !== 'extension'));
    expect([...ids].sort()).toEqual(
      Array.from({ length: 116 }, (_, n) => `API-${String(n + 1).padStart(3, '0')}`),
    );
  });

  it('spells method and path of every call as the documents do', () => {
    const shape = (key: string) => key.replace(/:\w+|\{\w+\}/g, '{}');
    const ours = new Set(rows.map(([key, row]) => `${row.id} ${shape(key)}`));
    const theirs = readFileSync('docs/requirements/requirements.tsv', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('API-'))
      .map((line) => line.split('\t'))
      .map(([id, , , text = '']) => `${id} ${shape(text.split(' | ')[0]!.replace(' (path chosen)', ''))}`);
    expect(theirs.filter((row) => !ours.has(row.trim()))).toEqual([]);
  });

  it('says for every call what it does, and takes a body on every POST and PUT but the raw ones', () => {
    for (const [key, row] of rows) {
      expect(row.summary, key).toMatch(/^[A-Z].{8,}\.$/);
      if (/^POST/.test(key) && !row.raw) expect(row.body, key).toBeDefined();
      for (const name of key.matchAll(/:(\w+)/g)) {
        expect(Object.keys((row.params as { shape?: object } | undefined)?.shape ?? {}), key).toContain(
          name[1],
        );
      }
    }
  });

  it('matches fixed addresses before addresses with parameters', () => {
    expect(sortedEndpointKeys.indexOf('GET /api/v1/order/lookup')).toBeLessThan(
      sortedEndpointKeys.indexOf('GET /api/v1/order/:id'),
    );
  });
});
