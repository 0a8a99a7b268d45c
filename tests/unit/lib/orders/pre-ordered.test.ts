import { expect, test } from 'vitest';
import { textIn } from '#lib/messages/format.ts';
import { boughtTexts } from '#lib/messages/order.ts';
import { localizeProp, preOrderedProp } from '#lib/orders/pre-ordered.ts';

const english = { text: textIn({ ...boughtTexts, lang: 'en' }) };
const german = {
  text: textIn({ ...boughtTexts, lang: 'en' }, { lang: 'de', shipsFrom: 'Versand ab {date}' }),
};

test('a line that was bought before it was there says its day in the language of who reads, and nothing else is put into words', () => {
  expect(localizeProp(preOrderedProp('2027-01-11'), english)).toEqual({
    name: 'Pre-order',
    value: 'ships from January 11',
  });
  expect(localizeProp(preOrderedProp('2027-01-11'), german).value).toBe('Versand ab 11. Januar');
  expect(localizeProp(preOrderedProp(null), english).value).toBe('ships when it is ready');
  const engraved = { name: 'Engraving', value: '2027-01-11' };
  expect(localizeProp(engraved, english)).toEqual(engraved);
});
