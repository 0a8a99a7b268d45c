/** Tells the shop of a visit: the session once, each page view, and how long a page took (SESS-10, TRK-05, TRK-07). */
import { clientId } from '#client/client-id.ts';
import { onRestore } from '#client/on-restore.ts';
import { sessionKey } from '#client/session-id.ts';
import { local } from '#client/storage.ts';
import { track } from '#client/track.ts';
import type { CallInput } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import { randomId } from '#lib/random-id.ts';
import { readJson } from '#lib/storage/device-storage.ts';
import { plainAddress, sessionOf } from '#lib/tracking/session.ts';
import { viewSeconds } from '#lib/tracking/view-seconds.ts';
import { afterLoad } from './starts.ts';

type View = CallInput<Endpoints['POST /api/v1/page/view']>['body'];

/** Shown to nobody in particular. */
const untold = ['404', '500', 'forbidden'];
const { page = '' } = document.documentElement.dataset;
const timing = () =>
  performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming & { activationStart?: number };

/** A page that is prerendered is nobody's until it is shown. */
export function mountVisits(): void {
  if (untold.includes(page)) return;
  if ('prerendering' in document && document.prerendering)
    document.addEventListener('prerenderingchange', begin, { once: true });
  else begin();
}

function begin(): void {
  const from = timing()?.activationStart ?? 0;
  const since = (time: number | undefined) => (time ? Math.max(0, time - from) : null);
  let view = tellView(
    document.referrer,
    since(performance.getEntriesByType('paint')[0]?.startTime),
    since(timing()?.domContentLoadedEventEnd),
  );
  let shownAt = performance.now();
  afterLoad(0, tellLoad);
  // Shown as it was left, or another view of a list in its place: nothing was loaded.
  const again = () => {
    view = tellView(view.current_url);
    shownAt = performance.now();
  };
  onRestore(again);
  addEventListener('atoll:listed', again);
  if (page !== 'checkouts') return;
  addEventListener('pagehide', () => {
    const view_duration = viewSeconds(shownAt, performance.now());
    track('POST /api/v1/page/view', () => ({
      ...view,
      extra_params: { ...view.extra_params, view_duration },
    }));
  });
}

/** The visit this page belongs to; it is kept, and told when it is a new one. */
function ownSession(): string {
  const { session, isNew } = sessionOf(readJson(local.get(sessionKey)), {
    now: Date.now(),
    url: new URL(location.href),
    referer: document.referrer,
    clientId: clientId(),
    newId: randomId,
  });
  local.set(sessionKey, JSON.stringify(session));
  if (isNew) track('POST /api/v1/session', () => session);
  return session.session_id;
}

function tellView(
  referer: string,
  first_paint_time: number | null = null,
  ready_time: number | null = null,
): View {
  const params = new URLSearchParams(location.search);
  const view: View = {
    one_id: clientId(),
    session_id: ownSession(),
    client_id: clientId(),
    referer: plainAddress(referer),
    first_paint_time,
    ready_time,
    current_url: plainAddress(location.href),
    page_type: page,
    extra_params: { view_id: randomId() },
  };
  for (const name of ['sort_type', 'page_num', 'q']) {
    const value = params.get(name);
    if (value) view.extra_params![name] = value.slice(0, 200);
  }
  track('POST /api/v1/page/view', () => view);
  return view;
}

/** Once a page (R85). */
function tellLoad(): void {
  const entry = timing();
  if (!entry) return;
  const whole = (from: number, to: number) => Math.max(0, Math.round(to - from));
  track('POST /api/v1/page/performance', () => ({
    session_id: ownSession(),
    current_url: plainAddress(location.href),
    redirect: whole(entry.redirectStart, entry.redirectEnd),
    domain_lookup: whole(entry.domainLookupStart, entry.domainLookupEnd),
    connect: whole(entry.connectStart, entry.connectEnd),
    request: whole(entry.requestStart, entry.responseEnd),
    duration: whole(entry.activationStart ?? 0, entry.loadEventEnd),
  }));
}
