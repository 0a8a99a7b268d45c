/** When a visit begins, and the data of a visit. */
import { describe, expect, test } from 'vitest';
import {
  continueOrStartSession,
  idleTimeout,
  type SessionData,
  type SessionPage,
  stripQueryAndHash,
} from '#lib/tracking/session.ts';
import { maxViewSeconds, viewSeconds } from '#lib/tracking/view-seconds.ts';

const now = Date.UTC(2026, 9, 1, 12);
let ids = 0;
const page = (more: Partial<SessionPage> & { at?: string } = {}): SessionPage => ({
  now,
  url: new URL(more.at ?? '/collections/wood', 'https://shop.example'),
  referer: 'https://search.example/find?q=mug',
  clientId: 'client-1',
  newId: () => `session-${++ids}`,
  ...more,
});

describe('a session', () => {
  test('knows all that it tells [SESS-01, SESS-10]', () => {
    const at =
      '/collections/wood?utm_source=a&utm_campaign=b&utm_medium=c&utm_term=d&utm_content=e&mc_cid=f&mc_eid=g';
    const { session, isNew } = continueOrStartSession(null, page({ at, newId: () => 'session-x' }));
    expect(isNew).toBe(true);
    expect(session).toEqual({
      session_id: 'session-x',
      session_start_time: now,
      client_id: 'client-1',
      landing_page: 'https://shop.example/collections/wood',
      last_act_time: now,
      ...{ utm_source: 'a', utm_campaign: 'b', utm_medium: 'c', utm_term: 'd', utm_content: 'e' },
      ...{ mc_cid: 'f', mc_eid: 'g' },
      one_id: 'client-1',
      referer: 'https://search.example/find',
      extra_params: {},
    });
  });

  test.each([
    ['nothing', null],
    ['no object', 7],
    ['another thing', { a: 1 }],
    ['no time', { session_id: 'x' }],
  ])('begins where %s is stored [SESS-02]', (_, stored) => {
    expect(continueOrStartSession(stored, page()).isNew).toBe(true);
  });

  test('begins anew after more than 30 minutes of nothing, not before [SESS-03, SESS-05, SESS-07]', () => {
    expect(idleTimeout).toBe(30 * 60 * 1000);
    const { session } = continueOrStartSession(null, page());
    const later = (wait: number) => continueOrStartSession(session, page({ now: now + wait }));
    const alive = later(30 * 60_000);
    expect(alive.isNew).toBe(false);
    expect(alive.session).toEqual({ ...session, last_act_time: now + 30 * 60_000 });
    const stale = later(30 * 60_000 + 1);
    expect(stale.isNew).toBe(true);
    expect(stale.session.session_id).not.toBe(session.session_id);
    // Each page view restarts the timeout.
    expect(continueOrStartSession(alive.session, page({ now: now + 59 * 60_000 })).isNew).toBe(false);
  });

  test.each(['source', 'campaign', 'medium', 'term', 'content'])(
    'begins with another utm_%s [SESS-04]',
    (part) => {
      const { session } = continueOrStartSession(null, page({ at: `/?utm_${part}=one` }));
      expect(continueOrStartSession(session, page({ at: `/?utm_${part}=one` })).isNew).toBe(false);
      expect(continueOrStartSession(session, page({ at: '/' })).isNew).toBe(false);
      const other = continueOrStartSession(session, page({ at: `/?utm_${part}=two` }));
      expect(other.isNew).toBe(true);
      expect(other.session[`utm_${part}` as keyof SessionData]).toBe('two');
    },
  );

  test('keeps the time of its start as milliseconds UTC, whatever the browser\u2019s zone [SESS-06]', () => {
    const { session } = continueOrStartSession(null, page());
    expect(new Date(session.session_start_time).toISOString()).toBe('2026-10-01T12:00:00.000Z');
    expect(continueOrStartSession(session, page({ now: now + 60_000 })).session.session_start_time).toBe(now);
  });

  test('keeps the flags of its first address [SESS-08, SESS-09]', () => {
    const flags = { source_shop_id: '7', custom_track_id: 't', ttclid: 'click', p_source: 'ribbon' };
    const { session } = continueOrStartSession(
      null,
      page({ at: `/?${new URLSearchParams({ ...flags, other: 'x' })}` }),
    );
    expect(session.extra_params).toEqual(flags);
    const next = continueOrStartSession(session, page({ at: '/cart' })).session;
    expect(next.extra_params).toEqual(flags);
  });

  test('remembers where it began, not where it went [SESS-12]', () => {
    const { session } = continueOrStartSession(null, page({ at: '/blogs?page_num=2#top' }));
    const next = continueOrStartSession(
      session,
      page({ at: '/cart', referer: 'https://shop.example/blogs' }),
    ).session;
    expect([next.landing_page, next.referer]).toEqual([
      'https://shop.example/blogs',
      'https://search.example/find',
    ]);
  });
});

test('an address loses what is asked of it', () => {
  expect(stripQueryAndHash('https://a.example/b?c=d#e')).toBe('https://a.example/b');
  expect(stripQueryAndHash('https://a.example/b#e?c')).toBe('https://a.example/b');
});

test('a page is looked at for half an hour at most [TRK-08, TRK-09]', () => {
  expect(maxViewSeconds).toBe(1800);
  expect([
    viewSeconds(0, 1499),
    viewSeconds(0, 1_800_000),
    viewSeconds(0, 1_801_000),
    viewSeconds(5, 0),
  ]).toEqual([1, 1800, 1800, 0]);
});
