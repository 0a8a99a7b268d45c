/** Fails a test whose statements read more rows the longer the shop sells (query-plan.ts). Runs before every API test file. */
import { afterAll, afterEach } from 'vitest';
import { assertPlans, closePlans } from './record-plans.ts';

afterEach(assertPlans);
afterAll(async () => {
  await assertPlans();
  await closePlans();
});
