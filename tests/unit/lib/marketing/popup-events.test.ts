import { expect, it } from 'vitest';
import { popupEventsForPage } from '#lib/marketing/popup-events.ts';

it.each([
  ['home', ['any', 'index']],
  ['detail', ['any', 'detail']],
  ['collections', ['any', 'collection']],
  ['promotions', ['any', 'promotion']],
  ['checkouts', ['any', 'checkout']],
  ['blogs', ['any']],
])('a view of %s is %o [POP-34, POP-35, POP-36, POP-37, POP-38, POP-39]', (page, events) => {
  expect(popupEventsForPage(page)).toEqual(events);
});
