// @vitest-environment happy-dom
/** When a page fetches and shows its popups. The popup dialog has its own tests. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { recordBagAdd } from '#client/marketing/popup-events.ts';
import { type LoadPopupUi, mountPopups } from '#client/marketing/popups.ts';
import { startPageMarketing } from '#client/marketing/start-page-marketing.ts';
import type { Popup } from '#lib/marketing/popup-content.ts';
import { popup } from '../../islands/popups/popup-fixture.ts';

const now = Date.UTC(2026, 5, 1, 12);
const root = document.documentElement;
type Answer = { code: number; msg: string; data: unknown };
let answers: Record<string, Answer | Error>;
let asked: [string, unknown][];
/** Ids of the popups shown, in order; the last one stays until it is closed. */
let shown: number[];
let close: (isLeft?: boolean) => void;
let surfaces: number;
let hasMouse: boolean;
let stop: AbortController | undefined;

const load: LoadPopupUi = async () => {
  surfaces += 1;
  return {
    async openPopup({ id }, { claim, onAnswer, onEnd }) {
      if (!(await claim())) return onEnd(false);
      shown.push(id);
      close = (isLeft = false) => {
        onAnswer();
        onEnd(isLeft);
      };
    },
  };
};
/** Targets of event listeners; `leave` removes the listeners of the previous page. */
const adding = [globalThis, document, root].map(
  (target) => [target, target.addEventListener.bind(target) as (...args: unknown[]) => void] as const,
);
const wait = (time: number) => vi.advanceTimersByTimeAsync(time);
const stored = (key: string) => JSON.parse(localStorage.getItem(key) ?? 'null');
const leaveTop = (clientY = 0) => root.dispatchEvent(new MouseEvent('mouseleave', { clientY }));

function leave(): void {
  stop?.abort();
  stop = new AbortController();
  const { signal } = stop;
  for (const [target, add] of adding) {
    target.addEventListener = (type: string, hear: unknown, options?: unknown) =>
      add(type, hear, { ...(options as object), signal });
  }
}

/** Opens a page that has just loaded. */
async function open(lists: { normal?: Popup[]; event?: Popup[] }, page = 'home'): Promise<void> {
  leave();
  root.dataset.page = page;
  root.dataset.popups = Object.keys(lists).join(' ');
  if (lists.normal) answers['/api/v1/normal-popups'] = { code: 0, msg: '', data: lists.normal };
  if (lists.event) answers['/api/v1/popups'] = { code: 0, msg: '', data: lists.event };
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    { loadEventEnd: performance.now() } as unknown as PerformanceEntry,
  ]);
  startPageMarketing(load);
  await wait(2000);
  await vi.dynamicImportSettled();
  await wait(0);
}

beforeEach(() => {
  vi.useFakeTimers({ now });
  vi.spyOn(performance, 'now').mockImplementation(() => Date.now() - now + 500);
  localStorage.clear();
  sessionStorage.clear();
  [answers, asked, shown, surfaces, hasMouse] = [{}, [], [], 0, true];
  leave();
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const [name = ''] = path.split('?');
    asked.push([path, init?.body ? JSON.parse(init.body as string) : undefined]);
    const answer = answers[name] ?? { code: 0, msg: '', data: [] };
    if (answer instanceof Error) throw answer;
    return Response.json(answer);
  });
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('hover') && hasMouse }));
  document.body.innerHTML = '';
  root.dataset.visits = 'off';
});
afterEach(() => {
  stop?.abort();
  for (const [target, add] of adding) target.addEventListener = add;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  for (const name of ['popups', 'page', 'visits']) delete root.dataset[name];
});

describe('the lists of popups', () => {
  test('are asked for 2 s after load, those that the page says there are [POP-25, POP-44, POP-62]', async () => {
    root.dataset.popups = 'normal event';
    localStorage.setItem('client_id', 'me');
    startPageMarketing(load);
    await wait(1990);
    await vi.dynamicImportSettled();
    expect(asked).toEqual([]);
    await open({ normal: [], event: [] });
    expect(asked.map(([path]) => path).slice(0, 2)).toEqual([
      '/api/v1/popups?distinct_id=me',
      '/api/v1/normal-popups',
    ]);
    asked = [];
    await open({ normal: [] });
    expect(asked.map(([path]) => path)).toEqual(['/api/v1/normal-popups']);
  });

  test('are not asked for where there are none, in edit mode, or in a frame [POP-33]', async () => {
    const start = async () => {
      startPageMarketing(load);
      await wait(20_000);
      await vi.dynamicImportSettled();
      return asked.length;
    };
    expect(await start()).toBe(0);
    root.dataset.popups = 'normal';
    history.replaceState(null, '', '/?edit=true');
    expect(await start()).toBe(0);
    history.replaceState(null, '', '/');
    vi.stubGlobal('top', {});
    expect(await start()).toBe(0);
    vi.stubGlobal('top', window);
    expect(await start()).toBe(1);
  });

  test.each([new TypeError('offline'), { code: 90000, msg: 'no', data: null }])(
    'that fail leave the page alone and end the reminder of an order [POP-60, REMIND-07]',
    async (failure) => {
      localStorage.setItem('order_no', 'AAAAA-BBBBB');
      answers = { '/api/v1/popups': failure, '/api/v1/normal-popups': failure };
      root.dataset.popups = 'normal event';
      root.dataset.page = 'home';
      await mountPopups(load);
      await wait(20_000);
      await vi.dynamicImportSettled();
      expect([shown, document.body.innerHTML]).toEqual([[], '']);
      expect(localStorage.getItem('order_no')).toBeNull();
    },
  );

  test('of those without events the shop needs no label', async () => {
    await open({ normal: [popup(1)] });
    expect([shown, localStorage.getItem('client_id')]).toEqual([[1], null]);
  });

  test('that come leave the reminder alone', async () => {
    localStorage.setItem('order_no', 'AAAAA-BBBBB');
    await open({ event: [] });
    expect(localStorage.getItem('order_no')).toBe('AAAAA-BBBBB');
  });

  test('a browser that stores nothing is shown nothing: it would be on every page', async () => {
    const forbidden = () => {
      throw new Error('forbidden');
    };
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: forbidden });
    await open({ normal: [popup(1)] });
    await wait(20_000);
    expect(shown).toEqual([]);
  });
});

describe('a popup', () => {
  test('shows once it is due, and is counted and marked for the session [POP-12, POP-14, POP-17, POP-23, POP-26]', async () => {
    await open({ normal: [popup(3, { delay_time: 5 })] });
    expect(surfaces).toBe(0);
    await wait(2990);
    expect(shown).toEqual([]);
    await wait(20);
    expect(shown).toEqual([3]);
    expect(stored('popup_3')).toMatchObject({ count: 1, closed: false });
    expect(stored('popup_3').last).toBeGreaterThanOrEqual(now + 5000);
    expect(sessionStorage.getItem('popup_s_3')).toBe('1');
    close();
    expect(stored('popup_3')).toMatchObject({ count: 1, closed: true });
  });

  test('does not show again when the page is opened anew; always ones do, but once a view [POP-17, POP-18, POP-21]', async () => {
    const normal = [popup(1), popup(2, { display_frequency: 2 }), popup(5, { display_frequency: 5 })];
    const see = async () => {
      await open({ normal });
      for (let turn = 0; turn < 5; turn += 1) {
        if (shown.length > 0) close();
        await wait(5000);
      }
      return shown.splice(0);
    };
    expect(await see()).toEqual([1, 2, 5]);
    expect(await see()).toEqual([5]);
    sessionStorage.clear();
    expect(await see()).toEqual([2, 5]);
  });

  test('until it is closed: comes again where it was left open, not after that [POP-22]', async () => {
    const normal = [popup(6, { display_frequency: 6 })];
    await open({ normal });
    await open({ normal });
    expect(shown).toEqual([6, 6]);
    close();
    await open({ normal });
    expect(shown).toEqual([6, 6]);
  });

  test('comes when the former closes, never two at once', async () => {
    await open({ normal: [popup(1), popup(2), popup(3, { delay_time: 4 })] });
    await wait(10_000);
    document.dispatchEvent(new Event('visibilitychange'));
    await wait(0);
    expect(shown).toEqual([1]);
    close();
    await wait(0);
    expect(shown).toEqual([1, 2]);
    close(true);
    await wait(9000);
    // The shopper followed the popup's link: the page that is being left shows no other popup for 10 s.
    expect(shown).toEqual([1, 2]);
    await wait(1000);
    expect(shown).toEqual([1, 2, 3]);
  });

  test('of a link that was followed is not followed by another, though its press asks for one', async () => {
    await open({ normal: [popup(1), popup(2)] });
    dispatchEvent(new Event('pointerdown'));
    close(true);
    document.dispatchEvent(new Event('visibilitychange'));
    await wait(9000);
    expect([shown, stored('popup_2')]).toEqual([[1], null]);
    await wait(1000);
    expect(shown).toEqual([1, 2]);
  });

  test('waits for the mouse to reach the top of the window; no touch does that [POP-13, POP-63]', async () => {
    const normal = [popup(1, { trigger_type: 2 })];
    await open({ normal });
    leaveTop(20);
    await wait(60_000);
    expect(shown).toEqual([]);
    leaveTop();
    await wait(0);
    expect(shown).toEqual([1]);
    hasMouse = false;
    localStorage.clear();
    await open({ normal });
    leaveTop();
    await wait(0);
    expect(shown).toEqual([1]);
  });

  test('of retention waits for the mouse once it is due, not before [POP-61]', async () => {
    const event = [popup(4, { type: 4, trigger_event_first: 'addToCart' })];
    await open({ event });
    leaveTop();
    await wait(0);
    expect(shown).toEqual([]);
    recordBagAdd();
    await wait(0);
    expect(shown).toEqual([]);
    leaveTop();
    await wait(0);
    expect(shown).toEqual([4]);
  });

  test('waits while a dialog is open or something is being written, and then shows', async () => {
    document.body.innerHTML = '<dialog open></dialog><input><input type="radio">';
    await open({ normal: [popup(1)] });
    await wait(10_000);
    expect(shown).toEqual([]);
    document.querySelector('dialog')!.removeAttribute('open');
    document.querySelector('input')!.focus();
    await wait(10_000);
    expect(shown).toEqual([]);
    document.querySelector<HTMLInputElement>('[type=radio]')!.focus();
    await wait(1000);
    expect(shown).toEqual([1]);
  });

  test('leaves a field that is reached while it is fetched its focus, and a page that is left alone', async () => {
    document.body.innerHTML = '<input>';
    const field = document.querySelector('input')!;
    const hidden = vi.spyOn(document, 'hidden', 'get');
    let come = () => {};
    root.dataset.page = 'home';
    root.dataset.popups = 'normal';
    answers['/api/v1/normal-popups'] = { code: 0, msg: '', data: [popup(1)] };
    await mountPopups(async () => {
      await new Promise<void>((resolve) => {
        come = resolve;
      });
      return load();
    });
    await wait(2000);
    field.focus();
    come();
    await wait(0);
    expect([surfaces, shown]).toEqual([1, []]);
    field.blur();
    await wait(1000);
    hidden.mockReturnValue(true);
    come();
    await wait(0);
    expect([surfaces, shown]).toEqual([2, []]);
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event('visibilitychange'));
    await wait(0);
    come();
    await wait(0);
    expect([shown, stored('popup_1').count]).toEqual([[1], 1]);
  });

  test('in the corner waits for the answer to the question there; one over a mask does not', async () => {
    document.body.innerHTML = '<section id="consent"></section>';
    await open({ normal: [popup(1, { display_type: 2 }), popup(2)] });
    await wait(10_000);
    expect(shown).toEqual([2]);
    close();
    document.getElementById('consent')!.hidden = true;
    await wait(1000);
    expect(shown).toEqual([2, 1]);
  });

  test('that another tab shows meanwhile is not shown once more: storage is read again', async () => {
    await open({ normal: [popup(1, { delay_time: 5 }), popup(2, { delay_time: 5, display_frequency: 2 })] });
    localStorage.setItem('popup_1', JSON.stringify({ count: 1, first: now, last: now, closed: true }));
    // Once per session: the other tab's storage event reports the display.
    dispatchEvent(new StorageEvent('storage', { key: 'popup_2', newValue: '{"count":1}' }));
    await wait(60_000);
    expect(shown).toEqual([]);
  });

  test('that has shown once in this session is told to tabs that are opened later [POP-18]', async () => {
    sessionStorage.setItem('popup_s_2', '1');
    await open({ normal: [] });
    dispatchEvent(new StorageEvent('storage', { key: 'popup_tabs', newValue: 'ask 1' }));
    const told = localStorage.getItem('popup_tabs');
    expect(told).toMatch(/^told 2 \d+$/);
    sessionStorage.clear();
    await open({ normal: [popup(2, { display_frequency: 2, delay_time: 5 })] });
    dispatchEvent(new StorageEvent('storage', { key: 'popup_tabs', newValue: told }));
    await wait(60_000);
    expect(shown).toEqual([]);
  });

  test('what cannot be fetched to show it leaves the page alone [POP-60]', async () => {
    root.dataset.page = 'home';
    root.dataset.popups = 'normal';
    answers['/api/v1/normal-popups'] = { code: 0, msg: '', data: [popup(1)] };
    await mountPopups(() => Promise.reject(new Error('gone')));
    await wait(20_000);
    expect(stored('popup_1')).toBeNull();
  });

  test.each(['register', 'checkouts', 'login', 'pay-result', 'reset-pwd', 'forbidden'])(
    'never shows on %s [POP-27, POP-28, POP-29, POP-30, POP-31, POP-32]',
    async (page) => {
      await open({ normal: [popup(1)], event: [popup(2, { trigger_event_first: 'any' })] }, page);
      await wait(20_000);
      expect(shown).toEqual([]);
      expect(asked.map(([path]) => path)).not.toContain('/api/v1/normal-popups');
      // The page records the trigger event all the same (R07).
      expect(stored('popup_events')).toHaveProperty('2:any');
    },
  );

  test('type 3 of the displays covers a phone’s page after its shopper has acted, and not before', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('640px') }));
    await open({ normal: [popup(1, { display_type: 3 })] });
    await wait(30_000);
    expect(shown).toEqual([]);
    dispatchEvent(new Event('pointerdown'));
    await wait(1000);
    expect(shown).toEqual([1]);
  });
});

describe('what popups wait for', () => {
  const first = (trigger_event_first: string, more = {}) => popup(1, { trigger_event_first, ...more });

  test.each([
    ['detail', 'detail'],
    ['any', 'blogs'],
    ['index', 'home'],
    ['collection', 'collections'],
    ['promotion', 'promotions'],
  ])(
    '%s is a visit to %s, and to no other page [POP-34, POP-35, POP-36, POP-37, POP-38]',
    async (event, page) => {
      await open({ event: [first(event)] }, page === 'home' || event === 'any' ? 'login' : 'home');
      expect(shown).toEqual([]);
      await open({ event: [first(event)] }, page);
      expect(shown).toEqual([1]);
    },
  );

  test('a visit to the checkout shows on the next page that allows popups [POP-39]', async () => {
    await open({ event: [first('checkout')] }, 'checkouts');
    expect(shown).toEqual([]);
    await open({ event: [first('checkout')] }, 'home');
    expect(shown).toEqual([1]);
  });

  test('an add to the bag, also one before the page knew of popups [POP-40]', async () => {
    await open({ event: [first('addToCart')] }, 'detail');
    expect(shown).toEqual([]);
    recordBagAdd();
    await wait(0);
    expect(shown).toEqual([1]);
    localStorage.clear();
    shown = [];
    root.dataset.popups = 'event';
    recordBagAdd();
    await open({ event: [first('addToCart')] }, 'cart');
    expect(shown).toEqual([1]);
  });

  test('an add is not lost where the list cannot be had, and is over where nothing waits', async () => {
    answers['/api/v1/popups'] = { code: 90_000, msg: 'down', data: null };
    root.dataset.popups = 'event';
    recordBagAdd();
    root.dataset.page = 'cart';
    await mountPopups(load);
    recordBagAdd();
    await open({ event: [first('addToCart')] }, 'cart');
    expect(shown).toEqual([1]);
    recordBagAdd();
    await open({ event: [] }, 'cart');
    expect(stored('popup_events')).not.toHaveProperty('0:addToCart');
  });

  test('pages without popups note no add', () => {
    delete root.dataset.popups;
    recordBagAdd();
    expect(localStorage.getItem('popup_events')).toBeNull();
  });

  test('the first time counts, and is not overwritten [POP-42]', async () => {
    const event = [first('any', { display_frequency: 2 })];
    await open({ event });
    const { '1:any': began } = stored('popup_events');
    await wait(60_000);
    await open({ event });
    expect(stored('popup_events')['1:any']).toBe(began);
  });

  test('a second event follows the first, and its time after that [POP-41]', async () => {
    const event = [
      first('index', {
        ...{
          trigger_event_second: 'detail',
          trigger_event_second_time: 1,
          trigger_event_second_time_unit: 2,
        },
      }),
    ];
    await open({ event }, 'detail');
    expect(stored('popup_events')).toEqual({});
    await open({ event }, 'home');
    expect(Object.keys(stored('popup_events'))).toEqual(['1:index']);
    await open({ event }, 'detail');
    expect(Object.keys(stored('popup_events'))).toEqual(['1:index', '1:detail']);
    await wait(50_000);
    expect(shown).toEqual([]);
    await wait(10_000);
    expect(shown).toEqual([1]);
  });

  test('is delayed from when it is due, by all four units [POP-15, POP-16]', async () => {
    for (const [unit, time] of [
      [1, 3000],
      [2, 180_000],
      [3, 10_800_000],
      [4, 259_200_000],
    ] as const) {
      localStorage.clear();
      shown = [];
      await open({ event: [first('any', { trigger_type: 2, delay_time: 3, delay_unit: unit })] });
      await wait(time - 10);
      expect(shown, `unit ${unit}`).toEqual([]);
      await wait(20);
      expect(shown, `unit ${unit}`).toEqual([1]);
    }
  });

  test('is told to the shop 8 s after load, once; it may know of earlier times [POP-43, API-098]', async () => {
    const key = '/api/v1/popups/getEvent';
    const event = [first('any', { trigger_type: 2, delay_time: 1, delay_unit: 4 })];
    localStorage.setItem('client_id', 'me');
    localStorage.setItem('popup_events', JSON.stringify({ '99:any': 5, junk: 'x' }));
    await open({ event });
    const began = stored('popup_events')['1:any'];
    const told = { popup_id: 1, event: 'any', begin_time: now - 86_400_000, due: true };
    answers[key] = { code: 0, msg: '', data: [told] };
    const calls = () => asked.filter(([path]) => path === key);
    await wait(5990);
    expect(calls()).toEqual([]);
    expect(shown).toEqual([]);
    await wait(20);
    const events = [{ popup_id: 1, event: 'any', begin_time: began }];
    expect(calls()).toEqual([[key, { distinct_id: 'me', events }]]);
    expect(stored('popup_events')).toEqual({ '1:any': now - 86_400_000 });
    expect(shown).toEqual([1]);
    await wait(60_000);
    expect(calls()).toHaveLength(1);
  });

  test('of a browser that says no is told to nobody, and it is given no label; popups show all the same', async () => {
    Object.assign(navigator, { globalPrivacyControl: true });
    await open({ event: [first('any')] });
    await wait(20_000);
    delete (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl;
    expect(asked).toEqual([['/api/v1/popups?distinct_id=', undefined]]);
    expect(localStorage.getItem('client_id')).toBeNull();
    expect(shown).toEqual([1]);
  });

  test('later times of the shop change nothing, and nothing noted is nothing told', async () => {
    answers['/api/v1/popups/getEvent'] = {
      ...{ code: 0, msg: '' },
      data: [{ popup_id: 1, event: 'any', begin_time: now + 9e9, due: false }],
    };
    await open({ event: [first('any')] });
    const before = localStorage.getItem('popup_events');
    await wait(10_000);
    expect(localStorage.getItem('popup_events')).toBe(before);
    localStorage.clear();
    asked = [];
    await open({ event: [first('promotion')] });
    await wait(10_000);
    expect(asked).toHaveLength(1);
  });
});
