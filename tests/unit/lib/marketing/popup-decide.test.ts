import { describe, expect, it } from 'vitest';
import {
  decidePopup,
  type PopupHistory,
  type PopupPageContext,
  type PopupRule,
} from '#lib/marketing/popup-decide.ts';

const day = 86_400_000;
const now = Date.UTC(2026, 10, 22, 12);
const loadedAt = now;

const rule: PopupRule = {
  ...{ type: 1, display_frequency: 5, display_times: 3, display_page: ['home', 'checkouts'] },
  ...{ trigger_type: 1, delay_time: 0, delay_unit: 1 },
};
const remembered = { count: 0, first: 0, last: 0, closed: false };
const fresh: PopupHistory = { remembered, isOfSession: false, began: new Map() };
const page: PopupPageContext = { type: 'home', isOnlyLookedAt: false, hasMouse: true, loadedAt };

/** Columns are histories, rows are frequencies: whether the popup shows once more. `display_times` is 3. */
const histories: Record<string, Omit<PopupHistory, 'began'>> = {
  'never seen': { remembered, isOfSession: false },
  'seen now': { remembered: { ...remembered, count: 1, last: now }, isOfSession: true },
  'seen twice in another session': {
    remembered: { ...remembered, count: 2, last: now - day },
    isOfSession: false,
  },
  'seen three times': { remembered: { ...remembered, count: 3, last: now - day }, isOfSession: false },
  'seen almost three days ago': {
    remembered: { ...remembered, count: 9, last: now - 3 * day + 1 },
    isOfSession: false,
  },
  'seen three days ago': { remembered: { ...remembered, count: 9, last: now - 3 * day }, isOfSession: false },
  closed: { remembered: { ...remembered, count: 1, last: now - 9 * day, closed: true }, isOfSession: false },
};
const onceMore: Record<number, Record<keyof typeof histories, boolean>> = {};
const row = (frequency: number, answers: string) => {
  onceMore[frequency] = Object.fromEntries(
    Object.keys(histories).map((name, index) => [name, answers.split(' ')[index] === 'yes']),
  );
};
//     never now twice three almost 3days closed
row(1, 'yes  no  no    no    no     no    no'.replace(/ +/g, ' '));
row(2, 'yes  no  yes   yes   yes    yes   yes'.replace(/ +/g, ' '));
row(3, 'yes  yes yes   no    no     no    yes'.replace(/ +/g, ' '));
row(4, 'yes  no  no    no    no     yes   yes'.replace(/ +/g, ' '));
row(5, 'yes  yes yes   yes   yes    yes   yes'.replace(/ +/g, ' '));
row(6, 'yes  yes yes   yes   yes    yes   no'.replace(/ +/g, ' '));

const began = (first: number | null, second: number | null) =>
  new Map(
    [['detail', first] as const, ['addToCart', second] as const].flatMap(([event, at]): [string, number][] =>
      at === null ? [] : [[event, at]],
    ),
  );
const pair = {
  ...{ trigger_event_first: 'detail', trigger_event_second: 'addToCart' },
  ...{ trigger_event_second_time: 2, trigger_event_second_time_unit: 2 },
};
/** Each trigger with earlier events: ms after load at which the popup shows, null for never, and whether only on exit intent. */
const triggers: [
  name: string,
  rule: Partial<PopupRule>,
  events: Map<string, number>,
  at: number | null,
  onExit: boolean,
][] = [
  ['at once', {}, new Map(), 2000, false],
  ['after 10 seconds', { delay_time: 10 }, new Map(), 10_000, false],
  ['after 1 second, not before the module', { delay_time: 1 }, new Map(), 2000, false],
  ['after 2 minutes', { delay_time: 2, delay_unit: 2 }, new Map(), 120_000, false],
  ['unit 3 is minutes too', { delay_time: 2, delay_unit: 3 }, new Map(), 120_000, false],
  ['on exit', { trigger_type: 2, delay_time: 10 }, new Map(), 2000, true],
  ['event that has not happened', { trigger_event_first: 'detail' }, began(null, now), null, false],
  ['event long ago', { trigger_event_first: 'detail' }, began(now - day, null), 2000, false],
  [
    ...(['event with 3 hours of delay'] as const),
    { trigger_event_first: 'detail', trigger_type: 2, delay_time: 3, delay_unit: 3 },
    ...([began(now - 3_600_000, null), 7_200_000, false] as const),
  ],
  [
    ...(['event whose delay is not meant'] as const),
    { trigger_event_first: 'detail', trigger_type: 1, delay_time: 3, delay_unit: 3 },
    ...([began(now, null), 2000, false] as const),
  ],
  ['pair, the second missing', pair, began(now - day, null), null, false],
  ['pair, the first missing', pair, began(null, now), null, false],
  ['pair, the time after the first still to come', pair, began(now, now), 120_000, false],
  ['pair, the second later than the time', pair, began(now - day, now + 5000), 5000, false],
];

describe('when a popup shows', () => {
  it('is the product of type, frequency, trigger, page, device and history [POP-04, POP-12, POP-13, POP-14, POP-15, POP-16, POP-17, POP-18, POP-19, POP-20, POP-21, POP-22, POP-24, POP-27, POP-28, POP-33, POP-41, POP-61, POP-63]', () => {
    const pages: [Partial<PopupPageContext>, boolean][] = [
      [{}, true],
      // The popup lists this page type but never shows there.
      [{ type: 'checkouts' }, false],
      [{ type: 'detail' }, false],
      [{ isOnlyLookedAt: true }, false],
    ];
    let count = 0;
    for (const type of [1, 2, 3, 4, 5, 6, 7, 8])
      for (const [frequency, answers] of Object.entries(onceMore))
        for (const [name, history] of Object.entries(histories))
          for (const [trigger, change, events, at, onExit] of triggers)
            for (const [place, isShownHere] of pages)
              for (const hasMouse of [true, false]) {
                const popup = { ...rule, ...change, type, display_frequency: Number(frequency) };
                const isEvent = popup.trigger_event_first !== undefined;
                const waitsForMouse = onExit || (type === 4 && isEvent);
                const isShown =
                  type <= 4 && isShownHere && answers[name] && at !== null && (hasMouse || !waitsForMouse);
                const found = decidePopup(
                  popup,
                  { ...history, began: events },
                  { ...page, ...place, hasMouse },
                  now,
                );
                const wanted = isShown
                  ? { shows: true, at: loadedAt + at, onExit: waitsForMouse }
                  : { shows: false };
                expect(
                  found,
                  `${type} ${frequency} ${name} ${trigger} ${JSON.stringify(place)} ${hasMouse}`,
                ).toEqual(wanted);
                count += 1;
              }
    expect(count).toBe(8 * 6 * 7 * 14 * 4 * 2);
  });

  it.each(['register', 'checkouts', 'login', 'pay-result', 'reset-pwd', 'forbidden'])(
    'is never on %s [POP-27, POP-28, POP-29, POP-30, POP-31, POP-32]',
    (type) => {
      expect(decidePopup({ ...rule, display_page: 'all' }, fresh, { ...page, type }, now)).toEqual({
        shows: false,
      });
      expect(decidePopup({ ...rule, display_page: 'all' }, fresh, page, now).shows).toBe(true);
    },
  );
});
