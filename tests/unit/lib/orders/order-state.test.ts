import { expect, it } from 'vitest';
import { orderStates } from '#lib/contract/order-states.ts';
import { nameKey, nameKeys } from '#lib/orders/name-key.ts';
import { orderState, statusesOfState } from '#lib/orders/order-state.ts';
import { orderStatus } from '#lib/orders/status.ts';

it('gives each order one state, by its status and hold (admin)', () => {
  for (const status of Object.values(orderStatus))
    for (const reason of ['', 'Address'])
      expect(statusesOfState[orderState(status, reason)], `${status} ${reason}`).toContain(status);
  expect(orderState(orderStatus.processing, '')).toBe('to_ship');
  expect(orderState(orderStatus.processing, 'Address')).toBe('on_hold');
  expect(orderState(orderStatus.shipped, 'Address')).toBe('shipped');
  expect(orderStates).toHaveLength(Object.values(orderStatus).length);
});

it('compares names without case, accents and extra spaces (admin)', () => {
  expect(nameKey(' Zoë  ÅNGSTRÖM ')).toBe('zoe angstrom');
  expect(nameKeys({ first_name: 'Ada', last_name: 'Lovelace' })).toEqual({
    name_key: 'ada lovelace',
    last_name_key: 'lovelace',
  });
});
