import { describe, expect, it } from 'vitest';
import { isPopup, parsePopupContent } from '#lib/marketing/popup-content.ts';
import { parsePopupCountdown } from '#lib/marketing/popup-countdown.ts';
import { injections } from '../../../injected-texts.ts';
import { popup } from '../../islands/popups/popup-fixture.ts';

const content = (firstPage: object, more = {}) =>
  parsePopupContent(popup(7, { json_config: { firstPage }, ...more }));

describe('what a popup shows', () => {
  it.each([
    [1, 'tide', '/promotions/tide'],
    [2, 'table', '/collections/table'],
    [3, 'tidal-mug', '/products/tidal-mug'],
    [undefined, 'tide', '/promotions/tide'],
  ])(
    'activityType %s leads to its page, with activityText on the button [POP-10, POP-59]',
    (activityType, activityUrl, path) => {
      const shown = content({ activityType, activityUrl, activityText: 'See it' });
      expect(shown.link).toEqual({ path, text: 'See it' });
      expect(shown.code).toBe('');
    },
  );

  it('activityType 4 is a code to copy, and no link', () => {
    const shown = content({ activityType: 4, activityUrl: 'tide', activityText: ' TIDE10 ' });
    expect([shown.link, shown.code]).toEqual([null, 'TIDE10']);
  });

  it('a popup without a page to lead to has no button', () => {
    expect(content({ activityText: 'See it' }).link).toBeNull();
  });

  it('type 1 has a form in place of link and code [POP-45]', () => {
    const shown = content({ activityType: 4, activityText: 'TIDE10', buttonText: 'Join' }, { type: 1 });
    expect([shown.hasForm, shown.link, shown.code, shown.buttonText]).toEqual([true, null, '', 'Join']);
    expect(content({}, { type: 2 }).hasForm).toBe(false);
  });

  it('its elements have the ids that are given, if these are a popup’s, and else ids of their own [POP-10]', () => {
    const ids = (json_config: object) => {
      const { modalId, firstPageId, secondPageId } = parsePopupContent(
        popup(7, { json_config: { ...json_config } }),
      );
      return [modalId, firstPageId, secondPageId];
    };
    expect(ids({ modalId: 'popup-a', firstPageId: 'popup-b', secondPageId: 'popup-c' })).toEqual([
      'popup-a',
      'popup-b',
      'popup-c',
    ]);
    expect(ids({ modalId: 'main', firstPageId: 4 })).toEqual(['popup-7', 'popup-7-first', 'popup-7-second']);
  });

  it('takes a picture of the shop, or a path of it', () => {
    const picture = { id: 'ab12', width: 800, height: 600, alt: 'A bowl', color: '#fff' };
    expect(content({ image: picture }).image).toEqual(picture);
    expect(content({ image: '/media/ab12/800.webp' }).image).toBe('/media/ab12/800.webp');
    for (const image of [
      '',
      null,
      3,
      {},
      { ...picture, id: '../x' },
      { ...picture, width: 'x' },
      '//x.example/a',
      'javascript:1',
    ]) {
      expect(content({ image }).image, JSON.stringify(image)).toBeNull();
    }
  });

  it('reads anything as a config', () => {
    for (const json_config of [
      {},
      { firstPage: null, secondPage: 'x' },
      { firstPage: [1], secondPage: { code: 3 } },
    ]) {
      expect(parsePopupContent(popup(7, { json_config }))).toMatchObject({
        title: '',
        link: null,
        code: '',
        count: null,
      });
    }
  });

  it.each(injections)('%j is a text, or a name within an address of the shop', (text) => {
    const shown = content(
      { activityUrl: text, activityText: text, title: text, image: text },
      { heading: text },
    );
    expect(shown.title).toBe(text.trim() || text);
    if (shown.link) {
      expect(shown.link.path).toMatch(/^\/promotions\/[^/?#"<>\s]*$/);
      expect(new URL(shown.link.path, 'https://shop.example').origin).toBe('https://shop.example');
    }
    if (shown.image)
      expect(new URL(shown.image as string, 'https://shop.example').protocol).toMatch(/^https?:$/);
    expect(parsePopupContent(popup(7, { json_config: { modalId: text } })).modalId).toMatch(/^popup-[\w-]+$/);
  });
});

it('types 1 to 4 are popups, 5 to 7 bars, 8 the words of the reminder [POP-01, POP-03, R01, R02]', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8].filter((type) => isPopup({ type }))).toEqual([1, 2, 3, 4]);
});

describe('what a popup counts down to [POP-16, R53]', () => {
  it.each([
    [{ countType: 1, endTime: '2026-12-01T00:00:00Z' }, { ends: Date.UTC(2026, 11, 1) }],
    [{ countType: 1, endTime: 1000 }, { ends: 1000 }],
    [{ countType: 2, duration: 3, durationUnit: 1 }, { lasts: 3000 }],
    [{ countType: 2, duration: 3, durationUnit: 2 }, { lasts: 180_000 }],
    [{ countType: 2, duration: 3, durationUnit: 3 }, { lasts: 10_800_000 }],
    [{ countType: 2, duration: 3, durationUnit: 4 }, { lasts: 259_200_000 }],
    [{ countType: 2, duration: 0, durationUnit: 4 }, null],
    [{ countType: 1, endTime: '' }, null],
    [{ countType: 0, endTime: 1000, duration: 3 }, null],
    [{}, null],
  ])('%o is %o', (config, count) => {
    expect(parsePopupCountdown(config)).toEqual(count);
  });
});
