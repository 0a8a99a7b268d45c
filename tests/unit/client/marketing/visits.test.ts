// @vitest-environment happy-dom
/** The data that a page sends about a visit, and when it sends none. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startPageMarketing } from '#client/marketing/start-page-marketing.ts';
import { linkDelay, queueLinks } from '#client/tracking/queue-links.ts';
import { track } from '#client/tracking/track.ts';

interface Told {
  path: string;
  body: Record<string, unknown>;
  init: RequestInit;
}
let told: Told[] = [];
const paths = () => told.map(({ path }) => path);
const of = (path: string) => told.filter((each) => each.path === `/api/v1/${path}`).map(({ body }) => body);

/** Listeners of the previous page, which would react to the events of the next one. */
const listeners: Parameters<typeof window.addEventListener>[] = [];

beforeEach(() => {
  told = [];
  const add = window.addEventListener.bind(window);
  vi.spyOn(window, 'addEventListener').mockImplementation((...call) => {
    listeners.push(call as (typeof listeners)[number]);
    add(...(call as (typeof listeners)[number]));
  });
  localStorage.clear();
  history.replaceState(null, '', '/products/mug');
  document.documentElement.dataset.page = 'detail';
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    told.push({ path, body: JSON.parse(String(init.body)), init });
    return Response.json({ code: 0, msg: '', data: {} });
  });
  vi.stubGlobal('performance', {
    now: () => 5000,
    getEntriesByType: (type: string) =>
      type === 'paint'
        ? [{ startTime: 120.4 }]
        : [
            {
              ...{ redirectStart: 0, redirectEnd: 7, domainLookupStart: 10, domainLookupEnd: 13 },
              ...{ connectStart: 13, connectEnd: 25, requestStart: 25, responseEnd: 90 },
              ...{ domContentLoadedEventEnd: 300.2, loadEventEnd: 700.6 },
            },
          ],
  });
});
afterEach(() => {
  for (const [type, listener] of listeners.splice(0)) window.removeEventListener(type, listener);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.resetModules();
});

/** Loads the page again with fresh modules. */
async function open(): Promise<void> {
  vi.resetModules();
  const { mountVisitTracking } = await import('#client/marketing/visits.ts');
  mountVisitTracking();
  await new Promise((resolve) => setTimeout(resolve, 5));
}

test('a page tells its new session once, its view, and how it loaded [SESS-10, TRK-02, TRK-04, TRK-05, TRK-06, TRK-07]', async () => {
  await open();
  expect(paths().sort()).toEqual(['/api/v1/page/performance', '/api/v1/page/view', '/api/v1/session']);
  const [session] = of('session');
  const client = localStorage.getItem('client_id');
  expect(JSON.parse(localStorage.getItem('session_data')!)).toEqual(session);
  const { session_id } = session!;
  expect(of('page/view')).toEqual([
    {
      ...{
        one_id: client,
        session_id,
        client_id: client,
        referer: '',
        first_paint_time: 120,
        ready_time: 300,
      },
      ...{ current_url: `${location.origin}/products/mug`, page_type: 'detail' },
      extra_params: { view_id: expect.stringMatching(/^[\w-]{8,64}$/) },
    },
  ]);
  expect(of('page/performance')).toEqual([
    {
      ...{ session_id, current_url: `${location.origin}/products/mug` },
      ...{ redirect: 7, domain_lookup: 3, connect: 12, request: 65, duration: 701 },
    },
  ]);
  expect(told.every(({ init }) => init.keepalive && init.credentials === 'include')).toBe(true);
  told = [];
  await open();
  expect(paths().sort()).toEqual(['/api/v1/page/performance', '/api/v1/page/view']);
  expect(of('page/view')[0]!.session_id).toBe(session_id);
});

test('a view of a list carries how it is sorted, its page and what was searched [TRK-03]', async () => {
  history.replaceState(null, '', '/search?q=mug&sort_type=4&page_num=2&secret=x');
  await open();
  expect(of('page/view')[0]).toMatchObject({
    current_url: `${location.origin}/search`,
    extra_params: { q: 'mug', sort_type: '4', page_num: '2' },
  });
  expect(JSON.stringify(told)).not.toContain('secret');
  history.replaceState(null, '', '/search?q=mug&sort_type=5');
  dispatchEvent(new Event('atoll:listed'));
  expect(of('page/view')[1]).toMatchObject({ extra_params: { q: 'mug', sort_type: '5' } });
});

test('a page that the back button restores is one more view; its first showing is not', async () => {
  await open();
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
  expect(of('page/view')).toHaveLength(1);
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  const [first, again] = of('page/view');
  expect(again).toMatchObject({ session_id: first!.session_id, current_url: first!.current_url });
  expect(again!.extra_params).not.toEqual(first!.extra_params);
  expect(again!.first_paint_time ?? null).toBeNull();
  expect(of('page/performance')).toHaveLength(1);
});

test('a prerendered page is told of when it is shown, if it ever is', async () => {
  Object.assign(document, { prerendering: true });
  await open();
  expect(told).toEqual([]);
  expect(localStorage.getItem('session_data')).toBeNull();
  Object.assign(document, { prerendering: false });
  document.dispatchEvent(new Event('prerenderingchange'));
  expect(of('page/view')).toHaveLength(1);
  delete (document as { prerendering?: boolean }).prerendering;
});

test('a checkout that is left tells of the same view how long it was looked at, 30 minutes at most [TRK-08, TRK-09]', async () => {
  document.documentElement.dataset.page = 'checkouts';
  await open();
  const [view] = of('page/view');
  vi.stubGlobal('performance', { now: () => 5000 + 42_000 });
  dispatchEvent(new Event('pagehide'));
  vi.stubGlobal('performance', { now: () => 5000 + 4_000_000 });
  dispatchEvent(new Event('pagehide'));
  const told = of('page/view').slice(1) as { extra_params: Record<string, unknown> }[];
  expect(told.map(({ extra_params }) => extra_params.view_duration)).toEqual([42, 1800]);
  expect(told[0]!.extra_params.view_id).toBe(
    (view as { extra_params: Record<string, unknown> }).extra_params.view_id,
  );
});

test('other pages tell no such time', async () => {
  await open();
  dispatchEvent(new Event('pagehide'));
  expect(of('page/view')).toHaveLength(1);
});

test.each(['404', '500', 'forbidden'])('a page of type %s is no view', async (type) => {
  document.documentElement.dataset.page = type;
  await open();
  expect(told).toEqual([]);
});

const visits = async () => {
  startPageMarketing();
  await vi.dynamicImportSettled();
  await new Promise((resolve) => setTimeout(resolve, 20));
};

test('where nothing stands against it the page begins to tell', async () => {
  await visits();
  expect(of('page/view')).toHaveLength(1);
});

test('in a shop that has switched them off nothing is told or stored', async () => {
  document.documentElement.dataset.visits = 'off';
  await visits();
  delete document.documentElement.dataset.visits;
  expect(told).toEqual([]);
  expect(localStorage.length).toBe(0);
});

test.each([
  ['in edit mode', () => history.replaceState(null, '', '/products/mug?edit=true')],
  ['in a frame', () => vi.stubGlobal('top', {})],
  [
    'where Do Not Track says no',
    () => vi.spyOn(navigator, 'doNotTrack' as never, 'get').mockReturnValue('1' as never),
  ],
  ['where Global Privacy Control says no', () => Object.assign(navigator, { globalPrivacyControl: true })],
])('%s nothing is told or stored [TRK-16]', async (_, make) => {
  if (!('doNotTrack' in navigator))
    Object.defineProperty(navigator, 'doNotTrack', { get: () => null, configurable: true });
  make();
  await visits();
  track('POST /api/v1/cart/add/event', () => ({ extra_params: { cart_num: 1 } }));
  expect(told).toEqual([]);
  expect(localStorage.length).toBe(0);
  vi.restoreAllMocks();
  delete (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl;
});

test.each([
  ['the network fails', () => vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('blocked')))],
  ['fetch is taken away', () => vi.stubGlobal('fetch', undefined)],
  [
    'the answer is no JSON',
    () => vi.stubGlobal('fetch', async () => new Response('<html>', { status: 502 })),
  ],
])('%s: nobody hears of it [TRK-15]', async (_, make) => {
  make();
  const heard: unknown[] = [];
  const hear = (error: unknown) => void heard.push(error);
  process.on('unhandledRejection', hear);
  await open();
  expect(() =>
    track('POST /api/v1/cart/add/event', () => {
      throw new Error('no body');
    }),
  ).not.toThrow();
  await new Promise((resolve) => setTimeout(resolve, 10));
  process.off('unhandledRejection', hear);
  expect(heard).toEqual([]);
});

function follow(told: Promise<unknown>) {
  const assign = vi.fn();
  vi.stubGlobal('location', { href: 'https://shop.example/cart', assign });
  document.body.innerHTML = '<a href="https://shop.example/next"><b>Next</b></a>';
  queueLinks(told);
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, button: 0 });
  document.querySelector('b')!.dispatchEvent(click);
  return { assign, click };
}

test('a link waits for what is being told, 200 ms at most [TRK-10, TRK-11]', async () => {
  vi.useFakeTimers();
  expect(linkDelay).toBe(200);
  let arrive = (_: unknown) => {};
  const never = follow(
    new Promise((resolve) => {
      arrive = resolve;
    }),
  );
  expect(never.click.defaultPrevented).toBe(true);
  await vi.advanceTimersByTimeAsync(199);
  expect(never.assign).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(never.assign).toHaveBeenCalledExactlyOnceWith('https://shop.example/next');
  arrive(null);
  await vi.advanceTimersByTimeAsync(0);
  const soon = new Promise((resolve) => setTimeout(resolve, 30));
  const quick = follow(soon);
  await vi.advanceTimersByTimeAsync(30);
  expect(quick.assign).toHaveBeenCalledOnce();
  // The event is sent: links are no longer delayed.
  const click = new MouseEvent('click', { bubbles: true, cancelable: true });
  document.querySelector('b')!.dispatchEvent(click);
  expect(click.defaultPrevented).toBe(false);
});
