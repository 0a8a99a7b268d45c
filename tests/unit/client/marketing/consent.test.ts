// @vitest-environment happy-dom
/** A consent that is withdrawn in another tab or cannot be cleaned up: the data that the page sends and stores from then on. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const root = document.documentElement;
const now = Date.UTC(2026, 5, 1, 12);
const answer = (said: 'yes' | 'no') => `${said} ${now} meta`;
let told: string[];
let stop: AbortController;
let consent: typeof import('#client/marketing/consent.ts');
const add = globalThis.addEventListener.bind(globalThis) as (...args: unknown[]) => void;
const reload = vi.fn();

/** Opens a page that has just loaded, with fresh modules. */
async function open(): Promise<void> {
  vi.resetModules();
  const { startPageMarketing: begin } = await import('#client/marketing/start-page-marketing.ts');
  begin();
  await vi.dynamicImportSettled();
  consent = await import('#client/marketing/consent.ts');
}
/** Sends an event that requires consent. @returns the names of the events sent */
async function act(): Promise<string[]> {
  told = [];
  consent.sendEvent('AddToCart', { contents: [{ id: '1', quantity: 1 }] });
  await vi.dynamicImportSettled();
  return told;
}
/** Stores an answer as another tab does. */
function storeElsewhere(said: 'yes' | 'no'): void {
  localStorage.setItem('consent', answer(said));
  dispatchEvent(new StorageEvent('storage', { key: 'consent', newValue: answer(said) }));
}
/** Answers the page's consent question. */
async function say(said: 'yes' | 'no'): Promise<void> {
  document.querySelector<HTMLElement>('[data-consent-link]')!.click();
  document.querySelector('link')!.dispatchEvent(new Event('load'));
  await vi.dynamicImportSettled();
  document.querySelector<HTMLElement>(`[data-answer=${said}]`)!.click();
  await vi.dynamicImportSettled();
}
const jar = new Map<string, string>();
const cookies = () => [...jar.keys()].join();

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] });
  stop = new AbortController();
  const { signal } = stop;
  globalThis.addEventListener = (type: string, hear: unknown, options?: unknown) =>
    add(type, hear, { ...(options as object), signal });
  // happy-dom does not delete cookies with Max-Age=0.
  jar.clear();
  Object.defineProperty(document, 'cookie', {
    configurable: true,
    get: () => [...jar].map((pair) => pair.join('=')).join('; '),
    set(line: string) {
      const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(line) ?? [];
      if (line.includes('Max-Age=0')) jar.delete(name);
      else jar.set(name, value);
    },
  });
  localStorage.clear();
  sessionStorage.clear();
  reload.mockReset();
  vi.spyOn(location, 'reload').mockImplementation(reload);
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    told.push(JSON.parse(init.body as string).event_name);
    return Response.json({ code: 0, msg: '', data: {} });
  });
  told = [];
  Object.assign(root.dataset, {
    ...{ consent: 'ask', pixels: 'meta:1', conversions: 'meta', page: 'home', visits: 'off' },
  });
  document.head.innerHTML = '';
  document.body.innerHTML =
    '<main id="main" tabindex="-1"></main><button data-consent-link></button><div id="live"></div>' +
    '<section id="consent" tabindex="-1" hidden><h2>Question</h2>' +
    '<button data-answer="no"></button><button data-answer="yes"></button></section>';
});
afterEach(() => {
  stop.abort();
  globalThis.addEventListener = add as typeof addEventListener;
  Reflect.deleteProperty(document, 'cookie');
  vi.doUnmock('#client/marketing/withdraw-consent.ts');
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  for (const name of Object.keys(root.dataset)) delete root.dataset[name];
});

// Runs first: the real timers of a page that another test opened would count as this page's.
test('pixels are fetched two seconds after load, at the soonest [TRK-17]', async () => {
  vi.useFakeTimers({
    now,
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'performance', 'requestIdleCallback'],
  });
  localStorage.setItem('consent', answer('yes'));
  const loadedAt = performance.now();
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    { loadEventEnd: Math.max(1, loadedAt) } as unknown as PerformanceEntry,
  ]);
  await open();
  const asked = vi.spyOn(document.head, 'append').mockImplementation(() => {});
  const scripts = () =>
    asked.mock.calls
      .flat()
      .filter((one) => /connect\.facebook\.net/.test((one as HTMLScriptElement).src ?? '')).length;
  await vi.advanceTimersByTimeAsync(1990);
  await vi.dynamicImportSettled();
  expect(scripts()).toBe(0);
  await vi.advanceTimersByTimeAsync(20 + 2000);
  await vi.dynamicImportSettled();
  await vi.waitFor(() => expect(scripts()).toBe(1));
});

describe('a yes', () => {
  beforeEach(async () => {
    localStorage.setItem('consent', answer('yes'));
    jar.set('_fbp', '1');
  });

  test('holds until it is taken back', async () => {
    await open();
    expect(told).toEqual(['PageView']);
    expect(await act()).toEqual(['AddToCart']);
    expect(cookies()).toBe('_fbp');
  });

  test('sends the visit with each event, the first page’s too, and what the event holds [T11]', async () => {
    delete root.dataset.visits;
    const bodies: Record<string, unknown>[] = [];
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
      bodies.push(JSON.parse(init.body as string));
      return Response.json({ code: 0, msg: '', data: {} });
    });
    await open();
    await act();
    const view = bodies.find(({ current_url }) => current_url);
    const events = bodies.filter(({ event_name }) => event_name);
    expect(events.map(({ event_name, session_id }) => [event_name, session_id])).toEqual([
      ['PageView', view?.session_id],
      ['AddToCart', view?.session_id],
    ]);
    expect(view?.session_id).toMatch(/./);
    expect(events.map(({ custom_data }) => custom_data)).toEqual([
      {},
      { contents: [{ id: '1', quantity: 1 }] },
    ]);
  });

  test('taken back in another tab is told no more here, and cleaned up', async () => {
    await open();
    document.head.innerHTML = '<script type="text/plain" data-pixel></script>';
    storeElsewhere('no');
    await vi.dynamicImportSettled();
    expect(await act()).toEqual([]);
    expect(cookies()).toBe('');
    expect(reload).toHaveBeenCalledOnce();
  });

  test('is gone with all that the browser stored', async () => {
    await open();
    localStorage.clear();
    dispatchEvent(new StorageEvent('storage', { key: null }));
    await vi.dynamicImportSettled();
    expect([await act(), cookies()]).toEqual([[], '']);
  });

  test('another one in another tab changes nothing', async () => {
    await open();
    storeElsewhere('yes');
    expect(await act()).toEqual(['AddToCart']);
    expect(cookies()).toBe('_fbp');
  });

  test('taken back while the page was kept for the way back is read anew', async () => {
    await open();
    localStorage.setItem('consent', answer('no'));
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await vi.dynamicImportSettled();
    expect([await act(), cookies()]).toEqual([[], '']);
  });

  test('of which the page has not heard yet that it was taken back is not forwarded', async () => {
    await open();
    localStorage.setItem('consent', answer('no'));
    expect(await act()).toEqual([]);
  });

  test('taken back where it cannot be cleaned up: the page begins anew, and cleans up then', async () => {
    await open();
    vi.doMock('#client/marketing/withdraw-consent.ts', () => {
      throw new Error('gone');
    });
    document.head.innerHTML = '<script type="text/plain" data-pixel></script>';
    await say('no');
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(await act()).toEqual([]);
    expect(cookies()).toBe('_fbp');
    document.head.innerHTML = '';
    vi.doUnmock('#client/marketing/withdraw-consent.ts');
    await open();
    expect([await act(), cookies()]).toEqual([[], '']);
  });

  test('taken back where the storage is forbidden ends the outside scripts all the same', async () => {
    await open();
    document.head.innerHTML = '<script type="text/plain" data-pixel></script>';
    vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
      throw new Error('forbidden');
    });
    await say('no');
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });
});

test('a yes is implied only where a no could be kept', async () => {
  root.dataset.consent = 'implied';
  await open();
  expect(told).toEqual(['PageView']);
  expect(Object.keys(localStorage)).toEqual([]);
  told = [];
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    removeItem: () => {},
    setItem: () => {
      throw new Error('full');
    },
  });
  await open();
  expect([told, await act()]).toEqual([[], []]);
});

test('a page that is prerendered tells nobody until it is shown', async () => {
  localStorage.setItem('consent', answer('yes'));
  Object.assign(document, { prerendering: true });
  await open();
  expect(told).toEqual([]);
  Object.assign(document, { prerendering: false });
  document.dispatchEvent(new Event('prerenderingchange'));
  await vi.waitFor(() => expect(told).toEqual(['PageView']));
  delete (document as { prerendering?: boolean }).prerendering;
});

describe('nobody is asked and nothing is told', () => {
  const banner = () => document.getElementById('consent')!;
  const link = () => document.querySelector('[data-consent-link]')!;
  const begin = async () => {
    await open();
    document.querySelector('link')?.dispatchEvent(new Event('load'));
    await vi.dynamicImportSettled();
    return [...told, ...(await act())];
  };

  test.each(
    (['ask', 'implied'] as const).flatMap((mode) => [
      ['Global Privacy Control', mode, { globalPrivacyControl: true }] as const,
      ['Do Not Track', mode, { doNotTrack: '1' }] as const,
    ]),
  )('where %s says no, where consent is %s, also after an earlier yes [TRK-18]', async (_, mode, sign) => {
    root.dataset.consent = mode;
    localStorage.setItem('consent', answer('yes'));
    vi.stubGlobal('navigator', {
      __proto__: navigator,
      ...{ doNotTrack: null, globalPrivacyControl: false, ...sign },
    });
    expect(await begin()).toEqual([]);
    expect([banner().hidden, link().className, cookies()]).toEqual([true, 'consent-said', '']);
    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  test.each([
    ['in edit mode', () => history.replaceState(null, '', '/?edit=true')],
    ['in a frame', () => vi.stubGlobal('top', {})],
  ])('%s, whether it is to be asked or implied [TRK-16]', async (_, make) => {
    make();
    try {
      for (const mode of ['ask', 'implied']) {
        root.dataset.consent = mode;
        expect(await begin(), mode).toEqual([]);
        expect([banner().hidden, cookies()], mode).toEqual([true, '']);
      }
    } finally {
      history.replaceState(null, '', '/');
    }
  });

  test('on the same page otherwise it is asked, or implied', async () => {
    expect([await begin(), banner().hidden]).toEqual([[], false]);
    banner().hidden = true;
    root.dataset.consent = 'implied';
    expect([await begin(), banner().hidden]).toEqual([['PageView', 'AddToCart'], true]);
  });
});
