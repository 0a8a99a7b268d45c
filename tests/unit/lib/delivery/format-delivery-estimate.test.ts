import { expect, test, vi } from 'vitest';
import { formatDay } from '#lib/delivery/format-delivery-estimate.ts';

test('a day is written in its language, with or without the weekday, by formats that are made once', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  const words = () => [
    formatDay('2026-11-26', 'nl', 'short'),
    formatDay('2026-11-26', 'nl'),
    formatDay('2026-11-27', 'sv', 'short'),
    formatDay('2026-11-27', 'sv'),
  ];
  const expected = ['do 26 nov', '26 november', 'fre 27 nov.', '27 november'];
  expect([words(), words()]).toEqual([expected, expected]);
  expect(made).toHaveBeenCalledTimes(4);
  made.mockRestore();
});
