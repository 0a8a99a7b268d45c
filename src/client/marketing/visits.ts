/** Tracks a visit: reports the session once, each page view, and page load timings (SESS-10, TRK-05, TRK-07). */
import { clientId } from '#client/api/client-id.ts';
import { safeLocalStorage } from '#client/stores/storage.ts';
import { track } from '#client/tracking/track.ts';
import type { PageViewBody } from '#lib/contract/tracking.ts';
import { randomId } from '#lib/random-id.ts';
import { parseStoredJson } from '#lib/storage/device-storage.ts';
import { continueOrStartSession, pickParams, stripQueryAndHash } from '#lib/tracking/session.ts';
import { viewSeconds } from '#lib/tracking/view-seconds.ts';
import { afterLoad, whenActivated } from './after-load.ts';

/** Storage key of the session (R63). */
const key = 'session_data';

/** Starts visit tracking. A prerendered page is reported when the shopper opens it; error pages are not reported. */
export function mountVisitTracking(): void {
  const { page = '' } = document.documentElement.dataset;
  if (/\d|forbidden/.test(page)) return;
  whenActivated(() => reportVisit(page));
}

function reportVisit(page: string): void {
  const timing = performance.getEntriesByType('navigation')[0] as
    | (PerformanceNavigationTiming & { activationStart?: number })
    | undefined;
  /** Returns the ms from `from` to `time`. `from` defaults to the start of the navigation, or to the activation of a prerendered page. */
  const since = (time: number | undefined, from = timing?.activationStart ?? 0) =>
    Math.max(0, Math.round((time ?? 0) - from));
  let shownAt = 0;
  let view: PageViewBody;
  const show = (referer: string, times?: Pick<PageViewBody, 'first_paint_time' | 'ready_time'>) => {
    shownAt = performance.now();
    const url = new URL(location.href);
    const client_id = clientId();
    view = {
      one_id: client_id,
      session_id: ensureSessionId(url),
      client_id,
      referer: stripQueryAndHash(referer),
      ...times,
      current_url: stripQueryAndHash(url.href),
      page_type: page,
      extra_params: { view_id: randomId(), ...pickParams(url, ['sort_type', 'page_num', 'q']) },
    };
    track('POST /api/v1/page/view', () => view);
  };
  show(document.referrer, {
    first_paint_time: since(performance.getEntriesByType('paint')[0]?.startTime) || null,
    ready_time: since(timing?.domContentLoadedEventEnd),
  });
  // The page was restored from the back-forward cache, or its list was filtered in place: a page view without load timings.
  const again = ({ persisted = true }: { persisted?: boolean }) => persisted && show(view.current_url);
  addEventListener('pageshow', again);
  addEventListener('atoll:listed', again as () => void);
  if (page === 'checkouts') {
    addEventListener('pagehide', () => {
      const view_duration = viewSeconds(shownAt, performance.now());
      track('POST /api/v1/page/view', () => ({
        ...view,
        extra_params: { ...view.extra_params, view_duration },
      }));
    });
  }
  // Page load timings are reported once per page load (R85).
  afterLoad(0, () => {
    if (!timing) return;
    track('POST /api/v1/page/performance', () => ({
      session_id: view.session_id,
      current_url: view.current_url,
      redirect: since(timing.redirectEnd, timing.redirectStart),
      domain_lookup: since(timing.domainLookupEnd, timing.domainLookupStart),
      connect: since(timing.connectEnd, timing.connectStart),
      request: since(timing.responseEnd, timing.requestStart),
      duration: since(timing.loadEventEnd),
    }));
  });
}

/** Returns the session id of this page view; stores the session, and reports it if it is new. */
function ensureSessionId(url: URL): string {
  const shown = { now: Date.now(), url, referer: document.referrer, clientId: clientId(), newId: randomId };
  const { session, isNew } = continueOrStartSession(parseStoredJson(safeLocalStorage.get(key)), shown);
  safeLocalStorage.set(key, JSON.stringify(session));
  if (isNew) track('POST /api/v1/session', () => session);
  return session.session_id;
}
