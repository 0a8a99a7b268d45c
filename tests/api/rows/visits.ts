/** Sessions, page views and load times: API-091, 094, 113. */
import { expect } from 'vitest';
import { type Row, told } from './served-shop.ts';

const label = '5a6b1c1e-0000-4000-8000-000000000001';

export const visitRows: Record<string, Row> = {
  'API-091': async (shop) => {
    const body = {
      session_id: 'walk-session',
      session_start_time: shop.clock.now(),
      client_id: label,
      landing_page: 'https://shop.example/collections/wood?utm_source=News',
      last_act_time: shop.clock.now(),
      utm_source: 'News',
      referer: 'https://www.example.org/post?reader=ada',
      extra_params: { p_source: 'ribbon', other: 'x' },
    };
    const visitor = shop.visitor();
    const answer = await told(visitor, 'POST /api/v1/session', { body });
    expect(answer).toEqual({ session_id: 'walk-session' });
    const later = shop.clock.now() + 60_000;
    await told(visitor, 'POST /api/v1/session', {
      body: { ...body, last_act_time: later, landing_page: '/cart' },
    });
    await shop.services.visits.flush();
    const rows = await shop.db.read
      .selectFrom('visits')
      .selectAll()
      .where('session_id', '=', 'walk-session')
      .execute();
    expect(rows).toMatchObject([
      {
        landing_page: '/collections/wood',
        referer: 'https://www.example.org/post',
        source: 'news',
        last_act_time: later,
        extra_params: '{"p_source":"ribbon"}',
      },
    ]);
  },
  'API-094': async (shop) => {
    await told(shop.visitor(), 'POST /api/v1/page/view', {
      body: {
        session_id: 'walk-session',
        client_id: label,
        referer: '',
        first_paint_time: 120.4,
        ready_time: 300,
        current_url: 'https://shop.example/search?q=mug&token=x',
        page_type: 'search',
        extra_params: { q: 'mug', page_num: '2', sort_type: '4', token: 'x' },
      },
    });
    await shop.services.visits.flush();
    const rows = await shop.db.read
      .selectFrom('page_views')
      .selectAll()
      .where('path', '=', '/search')
      .execute();
    expect(rows).toMatchObject([
      {
        session_id: 'walk-session',
        client_id: label,
        page_type: 'search',
        first_paint_time: 120,
        ready_time: 300,
        extra_params: '{"sort_type":"4","page_num":"2","q":"mug"}',
      },
    ]);
  },
  'API-113': async (shop) => {
    const times = { redirect: 0, domain_lookup: 3, connect: 12, request: 48, duration: 700 };
    await told(shop.visitor(), 'POST /api/v1/page/performance', {
      body: { session_id: 'walk-session', current_url: 'https://shop.example/cart', ...times },
    });
    await shop.services.visits.flush();
    const rows = await shop.db.read.selectFrom('page_loads').selectAll().execute();
    expect(rows).toMatchObject([{ session_id: 'walk-session', path: '/cart', ...times }]);
  },
};
