import { expect, test } from 'vitest';
import { createTranslate } from '#lib/messages/format.ts';
import { orderSummaryTexts } from '#lib/messages/order.ts';
import { createPreOrderProp, localizeProp } from '#lib/orders/pre-order-prop.ts';

const english = { text: createTranslate({ ...orderSummaryTexts, lang: 'en' }) };
const german = {
  text: createTranslate({ ...orderSummaryTexts, lang: 'en' }, { lang: 'de', shipsFrom: 'Versand ab {date}' }),
};

test('a line that was bought before it was there says its day in the language of who reads, and nothing else is put into words', () => {
  expect(localizeProp(createPreOrderProp('2027-01-11'), english)).toEqual({
    name: 'Pre-order',
    value: 'ships from January 11',
  });
  expect(localizeProp(createPreOrderProp('2027-01-11'), german).value).toBe('Versand ab 11. Januar');
  expect(localizeProp(createPreOrderProp(null), english).value).toBe('ships when it is ready');
  const engraved = { name: 'Engraving', value: '2027-01-11' };
  expect(localizeProp(engraved, english)).toEqual(engraved);
});
