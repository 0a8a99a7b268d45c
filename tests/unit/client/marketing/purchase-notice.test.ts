// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mountPurchaseNotice, startPurchaseNotice } from '#client/marketing/purchase-notice.ts';
import type { PurchaseNoticeData } from '#lib/marketing/purchase-message.ts';

const now = Date.UTC(2026, 5, 1, 12);
const purchase = (title: string, more = {}): PurchaseNoticeData['shopVirtualCustomerVos'][number] => ({
  name: 'Ada',
  country: 'US',
  countryName: 'United States',
  title,
  imageUrl: '/media/a.webp',
  seoUrl: title.toLowerCase().replaceAll(' ', '-'),
  state: '',
  sku: '',
  orderTime: now - 3_600_000,
  ...more,
});
const told = (config = {}, list = [purchase('Tidal mug'), purchase('Oat bowl')]): PurchaseNoticeData => ({
  basicConfigResponse: {
    enabled: true,
    specifyPages: 'all',
    purchaseNoticeConfig: {
      durationTime: 3,
      intervalTime: 2,
      animateTime: 0.3,
      xAxis: 12,
      yAxis: 24,
      positionInfo: 'right-top',
      ...config,
    },
    productOrigin: 1,
    products: [],
    displayTextJson: '',
    displayDateType: 1,
    popFramePreview: { templateStr: '{name} bought {title}\n{time}', templateImg: '', styleJson: '' },
  },
  shopVirtualCustomerVos: list,
});
const place = () => document.querySelector<HTMLElement>('#bought')!;
const isShown = () => place().classList.contains('bought-shown') && !place().inert && !place().hidden;
const stop = () => document.querySelector<HTMLButtonElement>('[data-stop]')!;

function mount(data = told()): void {
  mountPurchaseNotice(place(), data);
}

beforeEach(() => {
  vi.useFakeTimers({ now });
  localStorage.clear();
  document.documentElement.lang = 'en';
  document.body.innerHTML =
    '<aside id="bought" data-recently="Recently" data-someone="Someone" data-go="Go on" hidden inert>' +
    '<a href="/"><img alt=""><span></span></a>' +
    '<button data-close aria-label="Close"></button><button data-stop aria-label="Pause"></button></aside>';
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the purchase notice', () => {
  test('slides in, stays, slides out, waits, and comes again with the next [NOTICE-04, NOTICE-12]', () => {
    mount();
    expect(isShown()).toBe(true);
    expect(place().textContent).toBe('Ada bought Tidal mug1 hour ago');
    // 300 ms to appear, 3 s to read.
    vi.advanceTimersByTime(3299);
    expect(isShown()).toBe(true);
    vi.advanceTimersByTime(1);
    expect(isShown()).toBe(false);
    // 300 ms to disappear, 2 s of pause.
    vi.advanceTimersByTime(2299);
    expect(isShown()).toBe(false);
    vi.advanceTimersByTime(1);
    expect([isShown(), place().textContent]).toEqual([true, 'Ada bought Oat bowl1 hour ago']);
    vi.advanceTimersByTime(3300 + 2300);
    expect([isShown(), place().textContent]).toEqual([true, 'Ada bought Tidal mug1 hour ago']);
  });

  test('stands where the settings say [NOTICE-02, NOTICE-09, NOTICE-10, NOTICE-11]', () => {
    mount();
    const { style } = document.documentElement;
    const said = ['--bought-x', '--bought-y', '--bought-slide'].map((name) => style.getPropertyValue(name));
    expect(said).toEqual(['12px', '24px', '0.3s']);
    expect(place().classList).toContain('bought-right-top');
  });

  test('leads to its product, in the page’s language, and shows its picture [NOTICE-16]', () => {
    document.documentElement.dataset.root = '/de';
    mount(told({}, [purchase('A B', { seoUrl: 'a b' }), purchase('C', { imageUrl: '' })]));
    const link = place().querySelector('a')!;
    const picture = link.querySelector('img')!;
    expect(link.getAttribute('href')).toBe('/de/products/a%20b');
    expect(picture.getAttribute('src')).toBe('/media/a.webp');
    vi.advanceTimersByTime(3300 + 2300);
    expect([link.getAttribute('href'), picture.getAttribute('src')]).toEqual(['/de/products/c', null]);
    delete document.documentElement.dataset.root;
  });

  test('has the text, picture and colours of its settings [NOTICE-02, API-105]', () => {
    const data = told({}, [purchase('Tidal mug', { imageUrl: '' })]);
    Object.assign(data.basicConfigResponse, {
      displayTextJson: '{"text":"{title} went home"}',
      popFramePreview: {
        templateStr: 'unused',
        templateImg: '/media/gift.webp',
        styleJson: '{"color":"#ffffff","background":"#2f4a3c"}',
      },
    });
    mount(data);
    expect(place().textContent).toBe('Tidal mug went home');
    expect(place().querySelector('img')!.getAttribute('src')).toBe('/media/gift.webp');
    expect([place().style.color, place().style.background]).toEqual(['#ffffff', '#2f4a3c']);
  });

  test.each([
    ['hovered', 'pointerenter', 'pointerleave'],
    ['focused', 'focusin', 'focusout'],
  ])('stays while it is %s, and its full time from then on [NOTICE-04]', (_, come, go) => {
    mount();
    place().dispatchEvent(new Event(come));
    vi.advanceTimersByTime(60_000);
    expect(isShown()).toBe(true);
    place().dispatchEvent(new Event(go));
    vi.advanceTimersByTime(2999);
    expect(isShown()).toBe(true);
    vi.advanceTimersByTime(1);
    expect(isShown()).toBe(false);
  });

  test('stays while it is focused although the pointer has left it', () => {
    mount();
    for (const sign of ['pointerenter', 'focusin', 'pointerleave']) place().dispatchEvent(new Event(sign));
    vi.advanceTimersByTime(60_000);
    expect(isShown()).toBe(true);
  });

  test('is paused and goes on by its button, which says what it does [NOTICE-04]', () => {
    mount();
    stop().click();
    expect(stop().getAttribute('aria-label')).toBe('Go on');
    vi.advanceTimersByTime(60_000);
    expect(isShown()).toBe(true);
    stop().click();
    expect(stop().getAttribute('aria-label')).toBe('Pause');
    vi.advanceTimersByTime(3000);
    expect(isShown()).toBe(false);
  });

  test('stands still for whoever wants less motion [NOTICE-04]', () => {
    vi.spyOn(window, 'matchMedia').mockReturnValue(
      Object.assign(new EventTarget(), { matches: true }) as unknown as MediaQueryList,
    );
    mount();
    vi.advanceTimersByTime(60_000);
    expect([isShown(), place().textContent]).toEqual([true, 'Ada bought Tidal mug1 hour ago']);
  });

  test('closed, it is gone and leaves a flag [NOTICE-05]', () => {
    mount();
    document.querySelector<HTMLButtonElement>('[data-close]')!.click();
    expect(document.querySelector('#bought')).toBeNull();
    expect(localStorage.getItem('notice_closed')).toBe('1');
    expect(vi.getTimerCount()).toBe(0);
  });

  test('closed by who was in it, it leaves the focus to the page; of others it takes none', () => {
    const main = Object.assign(document.createElement('main'), { id: 'main', tabIndex: -1 });
    const field = document.createElement('input');
    for (const isInside of [true, false]) {
      const before = place().cloneNode(true);
      document.body.append(main, field);
      mount();
      const close = document.querySelector<HTMLButtonElement>('[data-close]')!;
      (isInside ? close : field).focus();
      close.click();
      expect(document.activeElement).toBe(isInside ? main : field);
      document.body.append(before);
    }
  });

  test('writes what a merchant or buyer typed as words, never as markup [NOTICE-03]', () => {
    const title = '<img src=x onerror=alert(1)>';
    mount(told({}, [purchase(title, { name: '<b>A</b>' })]));
    expect(place().querySelector('strong')?.textContent).toBe(title);
    expect(place().querySelectorAll('b, img')).toHaveLength(1);
  });

  test.each([
    ['nothing was bought', { code: 0, msg: '', data: told({}, []) }],
    ['the shop cannot say', { code: 90_000, msg: 'down', data: null }],
  ])('shows nothing where %s [NOTICE-01, NOTICE-17]', async (_, answer) => {
    const fetched = vi.fn(async () => Response.json(answer));
    vi.stubGlobal('fetch', fetched);
    await startPurchaseNotice(place());
    expect(String((fetched.mock.calls as unknown[][])[0]?.[0])).toBe(
      '/api/v2/recently/purchase/popup/configuration/virtual/customer/get',
    );
    expect(place().hidden).toBe(true);
    vi.stubGlobal('fetch', async () => Response.json({ code: 0, msg: '', data: told() }));
    await startPurchaseNotice(place());
    expect(isShown()).toBe(true);
  });
});
