// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dropReminder, rememberOrder } from '#client/checkout/order-trace.ts';
import { showOrderReminder } from '#client/marketing/order-reminder.ts';

const orderNo = 'AAAAA-BBBBB';
const line = (title: string, more = {}) => ({
  image_url: '/media/a.webp',
  title,
  quantity: 2,
  variant_option_value: 'Sand',
  tailor_properties: '[{"name":"Engraving","type":1,"value":"Ada"}]',
  variant_custom_props: [{ name: 'Note', value: 'Hi' }],
  ...more,
});
const answerOf = (items: object[]) => ({
  code: 0,
  msg: '',
  data: { order_no: orderNo, web_url: '/1/checkouts/abc', variant_items: items },
});
const noPopups = { code: 0, msg: '', data: [] };
const failed = { code: 90_000, msg: 'down', data: null };
const asked: string[] = [];

function answering(order: object, popups: object): void {
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return Response.json(url.startsWith('/api/v1/popups') ? popups : order);
  });
}
const place = () => document.querySelector<HTMLElement>('#reminder')!;
const stored = () => localStorage.getItem('order_no');
const remind = () => showOrderReminder(place(), orderNo);

beforeEach(() => {
  localStorage.clear();
  asked.length = 0;
  rememberOrder(orderNo, 2);
  document.body.innerHTML =
    '<main id="main" tabindex="-1"></main><aside id="reminder" data-more="More" hidden><h2>Your order</h2><button data-close></button>' +
    '<div data-words hidden></div><ul data-items></ul>' +
    '<template><li><img alt=""><p><strong></strong><small></small></p></li></template><a data-pay href="/">Pay</a></aside>' +
    '<div id="live"></div>';
});
afterEach(() => {
  vi.unstubAllGlobals();
  delete document.documentElement.dataset.root;
});

describe('the order reminder', () => {
  test('shows what the order is of, at most two lines, and leads to its checkout [REMIND-02, REMIND-03, REMIND-09, REMIND-10]', async () => {
    document.documentElement.dataset.root = '/de';
    answering(answerOf([line('Mug'), line('Bowl', { image_url: '' }), line('Jug'), line('Cup')]), noPopups);
    await remind();
    expect(asked.some((url) => url.startsWith(`/api/v1/order/lookup?order_no=${orderNo}`))).toBe(true);
    expect(place().hidden).toBe(false);
    const items = [...place().querySelectorAll('li:has(strong)')];
    expect(items.map((item) => item.textContent)).toEqual([
      '2 × MugSand · Engraving: Ada · Note: Hi',
      '2 × BowlSand · Engraving: Ada · Note: Hi',
    ]);
    expect(items.map((item) => item.querySelector('img')?.getAttribute('src'))).toEqual([
      '/media/a.webp',
      undefined,
    ]);
    expect(place().querySelector('li:last-child')?.textContent).toBe('More: 2');
    expect(place().querySelector('[data-pay]')?.getAttribute('href')).toBe('/de/1/checkouts/abc');
    expect(stored()).toBe(orderNo);
  });

  test('closed, by its button or by Escape, it is gone and the order forgotten [REMIND-04]', async () => {
    for (const close of [
      () => place().querySelector<HTMLElement>('[data-close]')!.click(),
      () => place().dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })),
    ]) {
      const before = document.body.innerHTML;
      rememberOrder(orderNo, 2);
      answering(answerOf([line('Mug')]), noPopups);
      await remind();
      place().querySelector<HTMLElement>('[data-close]')!.focus();
      close();
      expect([document.querySelector('#reminder'), stored()]).toEqual([null, null]);
      expect(document.activeElement?.id).toBe('main');
      document.body.innerHTML = before;
    }
  });

  test('a browser that says no tells the label it has to nobody', async () => {
    localStorage.setItem('client_id', 'me');
    answering(answerOf([line('Mug')]), noPopups);
    await remind();
    expect(asked).toContain('/api/v1/popups?distinct_id=me');
    asked.length = 0;
    Object.assign(navigator, { globalPrivacyControl: true });
    await remind();
    delete (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl;
    expect(asked).toContain('/api/v1/popups?distinct_id=');
  });

  test.each([
    ['is paid or of somebody else [REMIND-05]', { code: 0, msg: '', data: null }, noPopups],
    ['has no lines [REMIND-05]', answerOf([]), noPopups],
    ['cannot be looked up [REMIND-05, REMIND-06]', failed, noPopups],
    ['is there, but the popups cannot be read [REMIND-07]', answerOf([line('Mug')]), failed],
  ])('shows nothing and forgets an order that %s', async (_, order, popups) => {
    answering(order, popups);
    await remind();
    expect([place().hidden, stored(), document.getElementById('live')?.textContent]).toEqual([
      true,
      null,
      '',
    ]);
  });

  test('has heading and words of a popup of type 8, and of no other [REMIND-11]', async () => {
    const popup = {
      id: 1,
      type: 8,
      heading: 'Still <b>yours</b>',
      html_content: '<p>Until <em>Friday</em></p>',
    };
    const popups = { code: 0, msg: '', data: [{ ...popup, type: 2, heading: 'Sale' }, popup] };
    answering(answerOf([line('Mug')]), popups);
    await remind();
    expect(place().querySelector('h2')?.textContent).toBe('Still <b>yours</b>');
    expect(place().querySelector('[data-words] em')?.textContent).toBe('Friday');
    expect(place().querySelector<HTMLElement>('[data-words]')?.hidden).toBe(false);
  });

  test('a popup of type 8 alone shows nothing: the stored order decides [REMIND-11]', async () => {
    const popups = { code: 0, msg: '', data: [{ id: 1, type: 8, heading: 'Still yours', html_content: '' }] };
    answering({ code: 0, msg: '', data: null }, popups);
    await remind();
    expect(place().hidden).toBe(true);
  });

  test('titles and details are words, never markup [REMIND-02]', async () => {
    const bad = '<img src=x onerror=alert(1)>';
    const custom = { variant_option_value: bad, variant_custom_props: [{ name: bad, value: bad }] };
    answering(answerOf([line(bad, { image_url: '', ...custom })]), noPopups);
    await remind();
    expect(place().querySelectorAll('li img')).toHaveLength(0);
    expect(place().querySelector('strong')?.textContent).toBe(`2 × ${bad}`);
  });

  test('an order placed meanwhile in another tab is left to be reminded of [REMIND-12]', () => {
    rememberOrder('CCCCC-DDDDD', 2);
    dropReminder(orderNo);
    expect(stored()).toBe('CCCCC-DDDDD');
  });
});
