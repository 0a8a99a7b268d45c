import { beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { deleteOldPopupEvents } from '#server/marketing/popup-events-store.ts';
import { popupSettings } from '#server/marketing/popups.ts';
import { writeSetting } from '#server/settings/store.ts';
import { createTestShop, type TestShop } from '../harness.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await createTestShop();
});

const write = (popups: z.input<typeof popupSettings>) =>
  shop.db.transaction((trx) => writeSetting(trx, 'popups', popupSettings, popups, shop.clock.now()));
const byEvent = () => shop.visitor().data('GET /api/v1/popups', { query: { distinct_id: 'one' } });
const normal = () => shop.visitor().data('GET /api/v1/normal-popups');

describe('the lists of popups', () => {
  it('are two: what waits for an event and type 8, and all else; what is off is in neither [POP-02, POP-03, POP-25, POP-62, API-096, API-097]', async () => {
    expect([await byEvent(), await normal()]).toEqual([[], []]);
    const types = [1, 2, 3, 4] as const;
    await write([
      ...types.map((type) => ({ id: type, type })),
      ...types.map((type) => ({ id: 10 + type, type, trigger_event_first: 'any' as const })),
      ...([5, 6, 7] as const).map((type) => ({ id: type, type })),
      { id: 8, type: 8 },
      { id: 30, type: 1, enabled: false },
    ]);
    expect((await byEvent()).map(({ id }) => id)).toEqual([11, 12, 13, 14, 8]);
    expect((await normal()).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('say all of a popup, with what was left out filled in [POP-02, POP-04, POP-07, POP-08, POP-09, POP-10, POP-11, ANN-02]', async () => {
    const first = { activityType: 2 as const, activityUrl: 'table', activityText: 'See them' };
    await write([
      {
        ...{ id: 1, type: 2, heading: 'New', display_page: ['home', 'detail'], display_type: 3 },
        ...{ trigger_event_first: 'detail', trigger_event_second: 'addToCart' },
        ...{ trigger_event_second_time: 2, trigger_event_second_time_unit: 3, delay_time: 4, delay_unit: 2 },
        json_config: { modalId: 'popup-new', firstPage: first },
      },
      { id: 2, type: 6, json_config: { position: 3, layOut: 2, link: '/promotions', code: 'TIDE' } },
    ]);
    const [popup] = await byEvent();
    expect(popup).toMatchObject({
      ...{ type: 2, heading: 'New', display_page: ['home', 'detail'], display_type: 3 },
      ...{ display_frequency: 1, display_times: 1, trigger_type: 1, delay_time: 4, delay_unit: 2 },
      ...{ trigger_event_first: 'detail', trigger_event_second: 'addToCart' },
      ...{ trigger_event_second_time: 2, trigger_event_second_time_unit: 3 },
      json_config: { modalId: 'popup-new', firstPage: { ...first, countType: 0 }, secondPage: { code: '' } },
    });
    const [bar] = await normal();
    expect(bar?.json_config).toMatchObject({ position: 3, layOut: 2, link: '/promotions', code: 'TIDE' });
    expect(bar?.display_page).toBe('all');
  });

  it('know frequencies 1 to 6, of event popups 1 to 3 [POP-05, POP-06]', async () => {
    const all = [1, 2, 3, 4, 5, 6] as const;
    await write([
      ...all.map((display_frequency) => ({ id: display_frequency, type: 1 as const, display_frequency })),
      ...all.map((display_frequency) => ({
        ...{ id: 10 + display_frequency, type: 1 as const, display_frequency },
        trigger_event_first: 'any' as const,
      })),
    ]);
    expect((await normal()).map(({ display_frequency }) => display_frequency)).toEqual([...all]);
    expect((await byEvent()).map(({ display_frequency }) => display_frequency)).toEqual([1, 2, 3, 1, 1, 1]);
  });

  it('hold clean HTML, with the ids that the popup names and no other', async () => {
    await write([
      {
        ...{ id: 1, type: 1, json_config: { modalId: 'popup-a', firstPageId: 'popup-b' } },
        html_content:
          '<div id="popup-a" onclick="steal()"><p id="popup-b">Hello</p><p id="main">x</p><script>steal()</script></div>',
      },
    ]);
    expect((await normal())[0]?.html_content).toBe(
      '<div id="popup-a"><p id="popup-b">Hello</p><p>x</p></div>',
    );
  });

  it.each([
    [
      'the same id twice',
      [
        { id: 1, type: 1 },
        { id: 1, type: 2 },
      ],
    ],
    ['a bar that waits for an event', [{ id: 1, type: 5, trigger_event_first: 'any' }]],
    ['a second event without a first', [{ id: 1, type: 1, trigger_event_second: 'any' }]],
    ['an event nobody knows', [{ id: 1, type: 1, trigger_event_first: 'birthday' }]],
    ['a page type nobody knows', [{ id: 1, type: 1, display_page: ['moon'] }]],
    ['a link that runs', [{ id: 1, type: 5, json_config: { link: 'javascript:alert(1)' } }]],
    [
      'a link elsewhere that looks like a path',
      [{ id: 1, type: 5, json_config: { link: '/\\evil.example' } }],
    ],
    ['an id of the page', [{ id: 1, type: 1, json_config: { modalId: 'main' } }]],
    ['a colour that is more', [{ id: 1, type: 5, json_config: { bgColor: 'red;background:url(//x)' } }]],
  ])('refuse %s', async (_, popups) => {
    expect(popupSettings.safeParse(popups).success).toBe(false);
  });
});

describe('the events of popups', () => {
  const tell = (events: { popup_id: number; event: string; begin_time: number }[], distinct_id = 'one') =>
    shop.visitor().data('POST /api/v1/popups/getEvent', { body: { distinct_id, events } });

  it('are kept by their earliest time, for each browser, popup and event; not those nobody waits for [POP-42, API-098]', async () => {
    await write([
      { id: 1, type: 1, trigger_event_first: 'any' },
      { id: 2, type: 2, trigger_event_first: 'detail' },
      { id: 3, type: 2 },
    ]);
    const now = shop.clock.now();
    const at = (popup_id: number, event: string, ago: number) => ({ popup_id, event, begin_time: now - ago });
    expect(
      await tell([
        at(1, 'any', 5000),
        at(1, 'detail', 1),
        at(2, 'detail', 10),
        at(3, 'any', 1),
        at(9, 'any', 1),
      ]),
    ).toEqual([
      { ...at(1, 'any', 5000), due: true },
      { ...at(2, 'detail', 10), due: true },
    ]);
    await tell([at(1, 'any', 3000)]);
    expect((await tell([]))[0]?.begin_time).toBe(now - 5000);
    await tell([at(1, 'any', 9000)]);
    expect((await tell([]))[0]?.begin_time).toBe(now - 9000);
    expect(await tell([], 'another')).toEqual([]);
    expect((await tell([at(1, 'any', -60_000)], 'fast-clock'))[0]?.begin_time).toBe(now);
  });

  it('are the history of the client that asks for the popups, and of no other [API-096]', async () => {
    await write([
      { id: 1, type: 1, trigger_event_first: 'any' },
      { id: 8, type: 8 },
    ]);
    const began = shop.clock.now() - 5000;
    await tell([{ popup_id: 1, event: 'any', begin_time: began }]);
    const historyOf = async (distinct_id: string) =>
      (await shop.visitor().data('GET /api/v1/popups', { query: { distinct_id } })).map(
        ({ events }) => events,
      );
    expect(await historyOf('one')).toEqual([[{ event: 'any', begin_time: began, due: true }], []]);
    expect(await historyOf('another')).toEqual([[], []]);
    expect(await historyOf('')).toEqual([undefined, undefined]);
  });

  it('make a popup of two events due at the later of the second and its time after the first [POP-41]', async () => {
    await write([
      {
        ...{ id: 1, type: 1, trigger_event_first: 'detail', trigger_event_second: 'addToCart' },
        ...{ trigger_event_second_time: 2, trigger_event_second_time_unit: 2 },
      },
    ]);
    const began = shop.clock.now();
    const due = async (...events: [string, number][]) =>
      (await tell(events.map(([event, begin_time]) => ({ popup_id: 1, event, begin_time })))).map(
        (row) => row.due,
      );
    expect(await due(['detail', began])).toEqual([false]);
    shop.clock.advance(60_000);
    expect(await due(['addToCart', began + 60_000])).toEqual([false, false]);
    shop.clock.advance(59_999);
    expect(await due()).toEqual([false, false]);
    shop.clock.advance(1);
    expect(await due()).toEqual([true, true]);
  });

  it('are forgotten when nothing was told of them for long', async () => {
    await write([{ id: 1, type: 1, trigger_event_first: 'any' }]);
    await tell([{ popup_id: 1, event: 'any', begin_time: shop.clock.now() }]);
    await deleteOldPopupEvents(shop.db.write, shop.clock.now());
    expect(await tell([])).toHaveLength(1);
    await deleteOldPopupEvents(shop.db.write, shop.clock.now() + 1);
    expect(await tell([])).toEqual([]);
  });

  it('are a thousand at a time, and of a browser with a name', async () => {
    const many = Array.from({ length: 1001 }, () => ({ popup_id: 1, event: 'any', begin_time: 0 }));
    const call = (body: { distinct_id: string; events: typeof many }) =>
      shop.visitor().call('POST /api/v1/popups/getEvent', { body });
    expect((await call({ distinct_id: 'one', events: many })).code).toBe(10001);
    expect((await call({ distinct_id: '', events: [] })).code).toBe(10001);
  });
});
