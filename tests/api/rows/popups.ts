/** Popups and the events that open them: API-096 to API-098. */
import { expect } from 'vitest';
import { popupSettings } from '#server/marketing/popups.ts';
import { writeSetting } from '#server/settings/store.ts';
import { type Row, type ServedShop, told } from './served-shop.ts';

async function write(shop: ServedShop): Promise<void> {
  const popups = [
    { id: 21, type: 2 as const, heading: 'New' },
    { id: 22, type: 5 as const, json_config: { text: 'Shipping is free' } },
    { id: 23, type: 4 as const, trigger_event_first: 'addToCart' as const },
    { id: 24, type: 8 as const, heading: 'Kept for you' },
    { id: 25, type: 1 as const, enabled: false },
  ];
  await shop.db.transaction((trx) => writeSetting(trx, 'popups', popupSettings, popups, shop.clock.now()));
}
const ids = (popups: { id: number }[]) => popups.map(({ id }) => id);

export const popupRows: Record<string, Row> = {
  'API-096': async (shop) => {
    await write(shop);
    const query = { distinct_id: 'walk-96' };
    expect(ids(await told(shop.visitor(), 'GET /api/v1/popups', { query }))).toEqual([23, 24]);
  },
  'API-097': async (shop) => {
    await write(shop);
    expect(ids(await told(shop.visitor(), 'GET /api/v1/normal-popups'))).toEqual([21, 22]);
  },
  'API-098': async (shop) => {
    await write(shop);
    const at = shop.clock.now();
    const events = [{ popup_id: 23, event: 'addToCart', begin_time: at }];
    const ask = (body: { distinct_id: string; events: typeof events }) =>
      told(shop.visitor(), 'POST /api/v1/popups/getEvent', { body });
    const known = [{ popup_id: 23, event: 'addToCart', begin_time: at, due: true }];
    expect(await ask({ distinct_id: 'walk-98', events })).toEqual(known);
    expect(await ask({ distinct_id: 'walk-98', events: [] })).toEqual(known);
  },
};
