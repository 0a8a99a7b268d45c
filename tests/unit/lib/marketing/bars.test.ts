import { describe, expect, test } from 'vitest';
import { getAnnouncementBars } from '#lib/marketing/bars.ts';
import { mayShow, parsePopupRecord } from '#lib/marketing/frequency.ts';

type Popup = Parameters<typeof getAnnouncementBars>[0][number];
const popup = (json_config: Popup['json_config'], more: Partial<Popup> = {}): Popup => ({
  id: 4,
  type: 5,
  html_content: '',
  heading: 'Heading',
  display_frequency: 6,
  display_times: 2,
  display_type: 1,
  display_page: 'all',
  trigger_type: 1,
  delay_time: 0,
  delay_unit: 1,
  json_config,
  ...more,
});
const bar = (json_config: Popup['json_config'] = {}, more: Partial<Popup> = {}) =>
  getAnnouncementBars([popup(json_config, more)], 'home')[0]!;

describe('announcement bars', () => {
  test('are the popups of types 5 to 7, in their order [ANN-01, ANN-09]', () => {
    const all = [8, 7, 1, 2, 6, 3, 4, 5].map((type) => popup({}, { id: type, type }));
    expect(getAnnouncementBars(all, 'home').map(({ id }) => id)).toEqual([7, 6, 5]);
  });

  test('stand at the top, below the header or at the bottom; at the top where nothing is said [ANN-02, ANN-03, ANN-04, ANN-05]', () => {
    expect([1, 2, 3, '2', 9, undefined].map((position) => bar({ position }).place)).toEqual([
      'top',
      'header',
      'bottom',
      'header',
      'top',
      'top',
    ]);
  });

  test('are for both kinds of device, for computers with layOut 2, for phones with 3 [ANN-02, ANN-06, ANN-07]', () => {
    expect([1, 2, 3, undefined].map((layOut) => bar({ layOut }).device)).toEqual(['', 'pc', 'mobile', '']);
  });

  test('lead to pages of the shop and the web, and to nothing that could run [ANN-08]', () => {
    const links = ['/collections/table', 'https://example.com/a', 'javascript:alert(1)', '//evil.example'];
    const more = ['/\\evil.example', ' javascript:alert(1)', 'data:text/html,x', 7, undefined];
    expect([...links, ...more].map((link) => bar({ link }).link)).toEqual([
      '/collections/table',
      'https://example.com/a',
      ...Array(7).fill(''),
    ]);
  });

  test('of type 6 count down and have a code, of type 7 an e-mail box, of type 5 neither [ANN-09, ANN-10, ANN-11]', () => {
    const config = { code: ' LINEN10 ', countType: 1, endTime: 5000 };
    const parts = [5, 6, 7].map((type) => {
      const { code, count, hasForm } = bar(config, { type });
      return [code, count, hasForm];
    });
    expect(parts).toEqual([
      ['', null, false],
      ['LINEN10', { ends: 5000 }, false],
      ['', null, true],
    ]);
  });

  test.each([
    [{ countType: 1, endTime: 5000 }, { ends: 5000 }],
    [{ countType: 1, endTime: '1970-01-01T00:00:05Z' }, { ends: 5000 }],
    [{ countType: 1, endTime: 'soon' }, null],
    [{ countType: 2, duration: 3, durationUnit: 1 }, { lasts: 3000 }],
    [{ countType: 2, duration: 3, durationUnit: 2 }, { lasts: 180_000 }],
    [{ countType: 2, duration: 3, durationUnit: 4 }, { lasts: 259_200_000 }],
    [{ countType: 2, duration: 3, durationUnit: 9 }, null],
    [{ countType: 2 }, null],
    [{ countType: 0, endTime: 5000, duration: 3 }, null],
    [{ endTime: 5000, duration: 3 }, null],
  ])('by countType until an instant, for a duration, or not: %o [ANN-12]', (config, count) => {
    expect(bar(config, { type: 6 }).count).toEqual(count);
  });

  test('wait for their delay, in seconds or minutes, or for the mouse to leave [ANN-13]', () => {
    const waits = [
      { delay_time: 4 },
      { delay_time: 4, delay_unit: 3 },
      { delay_time: 4, trigger_type: 2 },
    ].map((more) => {
      const { delay, waitsForExit } = bar({}, more);
      return [delay, waitsForExit];
    });
    expect(waits).toEqual([
      [4000, false],
      [240_000, false],
      [0, true],
    ]);
  });

  test('say their text, or their heading; with contents of their own modalId names a part of them [ANN-02]', () => {
    expect([bar({ text: 'Text' }).text, bar().text]).toEqual(['Text', 'Heading']);
    const ids = [
      bar({ modalId: 'sale' }),
      bar({ modalId: 'a b' }),
      bar({ modalId: 'x' }, { html_content: '<p id="x">' }),
    ];
    expect(ids.map(({ elementId }) => elementId)).toEqual(['sale', 'bar-4', 'bar-4']);
  });

  test('that say nothing are left out', () => {
    const empty = (type: number, config = {}) =>
      getAnnouncementBars([popup(config, { type, heading: '' })], 'home').length;
    expect([empty(5), empty(6), empty(7), empty(5, { text: 'A' }), empty(6, { code: 'A' })]).toEqual([
      0, 0, 1, 1, 1,
    ]);
  });

  test('are not there on other pages than theirs, nor on those without popups [ANN-15]', () => {
    const pages = (page: string, display_page: Popup['display_page']) =>
      getAnnouncementBars([popup({}, { display_page })], page).length;
    expect([pages('home', ['home']), pages('cart', ['home']), pages('cart', 'all')]).toEqual([1, 0, 1]);
    expect([pages('login', 'all'), pages('pay-result', 'all')]).toEqual([0, 0]);
  });
});

describe('how often something shows', () => {
  const day = 86_400_000;
  const now = 100 * day;
  const never = parsePopupRecord(null);
  const may = (frequency: number, remembered = {}, isOfSession = false) =>
    mayShow({ frequency, times: 2 }, { ...never, ...remembered }, isOfSession, now);

  test.each([
    ['1: once ever', 1, { count: 1 }, false],
    ['1: the first time', 1, {}, true],
    ['3: up to so many times', 3, { count: 1 }, true],
    ['3: not more often', 3, { count: 2 }, false],
    ['4: not before so many days', 4, { count: 9, last: now - 2 * day + 1 }, false],
    ['4: after so many days', 4, { count: 9, last: now - 2 * day }, true],
    ['4: where the last time is still to come: the clock was wrong', 4, { count: 9, last: now + 1 }, true],
    ['5: always', 5, { count: 99, last: now, closed: true }, true],
    ['6: until it is closed', 6, { count: 99, last: now }, true],
    ['6: not after that', 6, { closed: true }, false],
  ])('%s', (_, frequency, remembered, expected) => {
    expect(may(frequency, remembered)).toBe(expected);
  });

  test('2: once a session', () => {
    expect([may(2, { count: 5 }), may(2, {}, true)]).toEqual([true, false]);
  });

  test.each(['', 'null', '[]', 'not json', '{"count":"x","first":-1,"last":1.5,"closed":"yes"}', '7'])(
    'reads %j as nothing',
    (stored) => {
      expect(parsePopupRecord(stored)).toEqual({ count: 0, first: 0, last: 0, closed: false });
    },
  );
});
