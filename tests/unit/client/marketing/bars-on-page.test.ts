// @vitest-environment happy-dom
/** Announcement bars on a loaded page with a fixed clock: when they appear, what they count, how often they show. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mountBars } from '#client/marketing/bars.ts';
import { handleBarClick } from '#client/marketing/handle-bar-click.ts';

const now = Date.UTC(2026, 5, 1, 12);
/** Bars without boxes: hidden at this width. */
let unseen: string[];
/** ms by which the shop's clock is ahead of the device's. */
let ahead: number;

const figures = '<b>00</b><b>00</b><b>00</b><b>00</b>';
const bar = (id: number, { attributes = '', inside = '' } = {}) =>
  `<div data-bar="${id}" data-frequency="6" data-times="1" ${attributes}>${inside}<button data-close></button></div>`;
const late = (delay: number, more = '') => `class="bar-waits" data-delay="${delay}" ${more}`;
const counting = (attribute: string) =>
  `<span data-count ${attribute} data-over="Over">${figures}</span><button data-copy data-copied="Copied"><code>LINEN10</code> <span>Copy</span></button>`;
const place = (name: 'top' | 'header' | 'bottom', ...bars: string[]) =>
  `<aside class="bars bars-${name}">${bars.join('')}</aside>`;
const open = (...places: string[]) => {
  document.body.innerHTML = `${places.join('')}<main id="main" tabindex="-1"></main><div id="live"></div>`;
};
const wait = (time: number) => vi.advanceTimersByTimeAsync(time);
const find = <Kind extends HTMLElement>(selector: string) => document.querySelector<Kind>(selector)!;
const barOf = (id: number) => document.querySelector<HTMLElement>(`[data-bar="${id}"]`);
const waits = (id: number) => barOf(id)!.classList.contains('bar-waits');
const remembered = (id: number) => JSON.parse(localStorage.getItem(`popup_${id}`) ?? 'null');
const count = () => find('[data-count]').textContent;
/** Simulates a page that finished loading 2 s before the shop's script starts. */
const loaded = (at = 0) =>
  vi
    .spyOn(performance, 'getEntriesByType')
    .mockReturnValue([{ loadEventEnd: at + 1 } as unknown as PerformanceEntry]);

beforeEach(() => {
  vi.useFakeTimers({ now });
  vi.spyOn(performance, 'now').mockImplementation(() => Date.now() - now + 2001);
  loaded();
  localStorage.clear();
  sessionStorage.clear();
  [unseen, ahead] = [[], 0];
  vi.spyOn(HTMLElement.prototype, 'getClientRects').mockImplementation(function (this: HTMLElement) {
    return (unseen.includes(this.dataset.bar ?? '') ? [] : [{}]) as unknown as DOMRectList;
  });
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json({ code: 0, msg: path, data: { current_time: Date.now() + ahead } }),
  );
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a bar that is closed leaves the focus to the page, and counts no more', async () => {
  open(place('top', bar(4, { inside: counting('data-lasts="60000"') })));
  mountBars();
  const close = find('[data-close]');
  await wait(1000);
  expect(count()).toBe('00000059');
  expect(vi.getTimerCount()).toBe(1);
  close.focus();
  handleBarClick(close, vi.fn());
  expect(barOf(4)).toBeNull();
  expect(document.activeElement?.id).toBe('main');
  expect(remembered(4)).toMatchObject({ count: 1, closed: true });
  await wait(1000);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(vi.getTimerCount()).toBe(0);
});

describe('a bar comes', () => {
  test('at the bottom three seconds after load, or later by its own delay; elsewhere by its delay [ANN-05, ANN-13, ANN-14]', async () => {
    open(
      place('top', bar(1), bar(2, { attributes: late(5000) })),
      place('bottom', bar(3, { attributes: late(0) }), bar(4, { attributes: late(5000) })),
    );
    mountBars();
    expect([1, 2, 3, 4].map(waits)).toEqual([false, true, true, true]);
    expect([1, 2, 3, 4].map((id) => remembered(id)?.count)).toEqual([1, undefined, undefined, undefined]);
    await wait(999);
    expect([2, 3, 4].map(waits)).toEqual([true, true, true]);
    await wait(1);
    expect([2, 3, 4].map(waits)).toEqual([true, false, true]);
    await wait(1999);
    expect([2, 3, 4].map(waits)).toEqual([true, false, true]);
    await wait(1);
    expect([2, 3, 4].map(waits)).toEqual([false, false, false]);
    expect([2, 3, 4].map((id) => remembered(id)?.count)).toEqual([1, 1, 1]);
  });

  test('on exit intent when the mouse leaves through the top of the window, and not before its delay is over [ANN-02]', async () => {
    open(place('header', bar(1, { attributes: late(5000, 'data-exit') })));
    mountBars();
    const leave = (clientY: number) =>
      document.documentElement.dispatchEvent(new MouseEvent('mouseleave', { clientY }));
    leave(-1);
    await wait(2999);
    leave(-1);
    expect(waits(1)).toBe(true);
    await wait(60_000);
    leave(1);
    expect([waits(1), remembered(1)]).toEqual([true, null]);
    leave(0);
    leave(0);
    expect([waits(1), remembered(1)?.count]).toEqual([false, 1]);
  });

  test('and is not counted as shown where the width does not show it [ANN-06, ANN-07]', () => {
    unseen = ['2'];
    open(place('top', bar(1), bar(2)));
    mountBars();
    expect([remembered(1)?.count, remembered(2)]).toEqual([1, null]);
    expect(sessionStorage.getItem('popup_s_1')).toBe('1');
  });

  test('not after it was closed while it waited', async () => {
    open(place('top', bar(1, { attributes: late(5000) })));
    mountBars();
    barOf(1)!.remove();
    await wait(5000);
    expect(remembered(1)).toBeNull();
  });
});

describe('what a bar counts', () => {
  test('goes to an instant of the shop’s clock, and is then over, without its code [ANN-10, ANN-12]', async () => {
    // The device's clock is an hour behind.
    ahead = 3_600_000;
    open(place('top', bar(1, { inside: counting(`data-ends="${now + ahead + 90_000}"`) })));
    mountBars();
    expect(find('[data-count]').className).toBe('');
    await wait(0);
    expect([count(), find('[data-count]').className]).toEqual(['00000130', 'bar-counts']);
    await wait(5000);
    expect(count()).toBe('00000125');
    await wait(84_999);
    expect(count()).toBe('00000001');
    expect(document.querySelector('[data-copy]')).not.toBeNull();
    await wait(1);
    expect([count(), document.querySelector('[data-copy]')]).toEqual(['Over', null]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('goes by the device’s clock where the shop does not say its own', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('offline');
    });
    open(place('top', bar(1, { inside: counting(`data-ends="${now + 90_000}"`) })));
    mountBars();
    await wait(0);
    expect(count()).toBe('00000130');
  });

  test('lasts from the shopper’s first view, also after a reload [ANN-12]', async () => {
    const page = place('top', bar(1, { inside: counting('data-lasts="7200000"') }));
    open(page);
    mountBars();
    expect(count()).toBe('00020000');
    vi.setSystemTime(now + 3_660_000);
    open(page);
    mountBars();
    expect(count()).toBe('00005900');
    expect(remembered(1)).toMatchObject({ count: 2, first: now });
  });

  test('from a first view still to come counts from now: the clock was wrong', () => {
    const wrong = { count: 1, first: now + 86_400_000, last: now + 86_400_000, closed: false };
    localStorage.setItem('popup_4', JSON.stringify(wrong));
    open(place('top', bar(4, { inside: counting('data-lasts="60000"') })));
    mountBars();
    expect(count()).toBe('00000100');
    expect(remembered(4)).toMatchObject({ count: 2, first: now, last: now });
  });
});

describe('the code of a bar', () => {
  const written = vi.fn();
  const onCopied = vi.fn();
  const press = async () => {
    handleBarClick(find('[data-copy] code'), onCopied);
    await wait(0);
  };
  beforeEach(() => {
    written.mockReset();
    onCopied.mockReset();
    written.mockResolvedValue(undefined);
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(written);
    open(place('header', bar(1, { inside: counting('data-lasts="60000"') })));
  });

  test('is copied, and a toast says so [ANN-10, POP-57]', async () => {
    await press();
    expect([written.mock.calls, onCopied.mock.calls]).toEqual([[['LINEN10']], [['Copied']]]);
  });

  test('is marked, to be copied by hand, where the browser does not let the page', async () => {
    written.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    const select = vi.fn();
    vi.stubGlobal('getSelection', () => ({ selectAllChildren: select }));
    await press();
    expect(select).toHaveBeenCalledExactlyOnceWith(find('[data-copy] code'));
    expect(onCopied).not.toHaveBeenCalled();
  });
});

describe('before the first paint', () => {
  /** Returns the ids of the remaining bars out of 1 to 6; the id of each is also its frequency. */
  async function left(): Promise<string> {
    const bars = [1, 2, 3, 4, 5, 6].map(
      (id) => `<div data-bar="${id}" data-frequency="${id}" data-times="2"></div>`,
    );
    open(place('top', ...bars));
    vi.resetModules();
    await import('#client/inline/bars.ts');
    return [...document.querySelectorAll<HTMLElement>('[data-bar]')]
      .map(({ dataset }) => dataset.bar)
      .join('');
  }
  const shown = (more = {}) => {
    for (const id of [1, 2, 3, 4, 5, 6]) {
      const stored = { count: 1, first: now, last: now, closed: false, ...more };
      localStorage.setItem(`popup_${id}`, JSON.stringify(stored));
    }
  };

  test('those are gone that have shown as often as they may, or were closed [ANN-01]', async () => {
    expect(await left()).toBe('123456');
    shown();
    sessionStorage.setItem('popup_s_2', '1');
    expect(await left()).toBe('356');
    sessionStorage.clear();
    shown({ count: 2, last: now - 2 * 86_400_000, closed: true });
    expect(await left()).toBe('245');
  });

  test('all are gone in the editor and in a frame [ANN-15]', async () => {
    history.replaceState(null, '', '/?edit=true');
    expect(await left()).toBe('');
    history.replaceState(null, '', '/');
    vi.stubGlobal('top', {});
    expect(await left()).toBe('');
    vi.stubGlobal('top', window);
    expect(await left()).toBe('123456');
  });

  test('all are there where storage is forbidden', async () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('forbidden');
      },
    });
    expect(await left()).toBe('123456');
  });
});
