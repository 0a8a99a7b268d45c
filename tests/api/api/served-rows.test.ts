import { expect, it } from 'vitest';
import { endpoints } from '#lib/contract/table.ts';
import { handlers } from '#server/api/routes.ts';

it('serves every row of the contract', () => {
  expect(Object.keys(endpoints).filter((key) => !(key in handlers))).toEqual([]);
});
