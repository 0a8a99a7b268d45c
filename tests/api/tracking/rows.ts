/** Rows of page views and visits with default values, for tests. */
import type { VisitRows } from '#server/core/visit-recorder.ts';

export function viewRow(more: Partial<VisitRows['page_views']> = {}): VisitRows['page_views'] {
  return {
    ...{ view_id: 'view-1', session_id: 'session-1', client_id: 'client-1', page_type: 'home', path: '/' },
    ...{ handle: '', referer: '', first_paint_time: 1, ready_time: 2, seconds: null, extra_params: '{}' },
    ...{ is_bot: 0 as const, at: 0 },
    ...more,
  };
}

export function visitRow(more: Partial<VisitRows['visits']> = {}): VisitRows['visits'] {
  return {
    ...{ session_id: 'session-1', client_id: 'client-1', one_id: 'client-1', session_start_time: 0 },
    ...{ last_act_time: 0, landing_page: '/', referer: '', source: 'direct', utm_source: '' },
    ...{ utm_campaign: '', utm_medium: '', utm_term: '', utm_content: '', mc_cid: '', mc_eid: '' },
    ...{ extra_params: '{}', is_bot: 0 as const, at: 0 },
    ...more,
  };
}
