/** Conversions reported by pages: API-100, API-101. */
import { expect } from 'vitest';
import { type Row, told } from './served-shop.ts';

export const pixelRows: Record<string, Row> = {
  'API-100': async (shop) => {
    const body = {
      ...{ event_name: 'ViewContent' as const, event_id: 'seen-1', event_time: shop.clock.now() },
      ...{
        url: '/products/tidal-mug',
        user_data: {},
        custom_data: { value: 28, currency: 'USD' },
        consent: true,
      },
    };
    for (let time = 0; time < 2; time += 1) {
      expect(await told(shop.visitor(), 'POST /fb/pixel/event/conversions', { body })).toEqual({});
    }
    const stored = shop.db.read.selectFrom('conversions').selectAll().where('event_id', '=', 'seen-1');
    expect(await stored.execute()).toMatchObject([{ service: 'meta', event_name: 'ViewContent' }]);
  },
  'API-101': async (shop) => {
    const body = {
      ...{
        event: 'Search' as const,
        event_id: 'sought-1',
        timestamp: new Date(shop.clock.now()).toISOString(),
      },
      ...{ url: '/search', user: {}, properties: { query: 'jug' }, consent: true },
    };
    for (let time = 0; time < 2; time += 1) {
      expect(await told(shop.visitor(), 'POST /tiktok/pixel/event/conversions', { body })).toEqual({});
    }
    const stored = shop.db.read.selectFrom('conversions').selectAll().where('event_id', '=', 'sought-1');
    expect(await stored.execute()).toMatchObject([{ service: 'tiktok', event_name: 'Search' }]);
  },
};
