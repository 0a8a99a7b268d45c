import { describe, expect, it } from 'vitest';
import { shippingSchema } from '#server/checkout/settings.ts';
import {
  collectTexts,
  fillDays,
  findFixedDeliveryDays,
  mapStrings,
} from '#server/shop/delivery-placeholders.ts';

const method = { title: 'By hand', shipping_type: 1, min: 0, max: null, shipping_amount: 0 };
const shipping = shippingSchema.parse({
  processing: { min: 1, max: 5 },
  zones: [
    {
      title: 'All',
      countries: ['*'],
      methods: [
        { ...method, id: 'slow', days: { min: 10, max: 30 } },
        { ...method, id: 'day', days: { min: 1, max: 1 } },
        { ...method, id: 'someday' },
      ],
    },
  ],
});

describe('a text that states days of delivery by itself', () => {
  it.each([
    ['Estimated arrival is 3-5 working days.', '3-5 working days'],
    ['Packed within 1 to 5 working days', '1 to 5 working days'],
    ['3–5 business days', '3–5 business days'],
    ['On the way 5 or 9 days', '5 or 9 days'],
    ['Delivery takes two days.', 'two days'],
    ['We ship in 24 hours', '24 hours'],
    ['Leaves the workshop in six weeks', 'six weeks'],
    ['With you in 2 days', '2 days'],
    ['2-day shipping', '2-day'],
    ['Next-day delivery', 'Next-day delivery'],
    ['<td>3 to 5 working days</td>', '3 to 5 working days'],
    ['Order now, and it arrives within 3 days', '3 days'],
    ['5 bis 9 Werktage', '5 bis 9 Werktage'],
    ['Lieferzeit 3-5 Werktage', '3-5 Werktage'],
    ['Lieferung in 2 Tagen', '2 Tagen'],
    ['Wir versenden innerhalb von drei Arbeitstagen', 'drei Arbeitstagen'],
    ['Versand binnen 48 Stunden', '48 Stunden'],
    ['Das Paket ist zwei bis vier Tage unterwegs', 'zwei bis vier Tage'],
    ['{"content":"Returns: 30 days"},{"content":"On the way 3 to 5 working days"}', '3 to 5 working days'],
  ])('%s', (text, words) => {
    expect(findFixedDeliveryDays(text)).toEqual([words]);
  });

  it.each([
    'Thirty days, unused, in the box it came in.',
    'Send it back within 30 days of its arrival.',
    'The money goes back the way it came, within five days of the parcel’s arrival.',
    'Refunds take 3 to 5 working days.',
    'Two days only: free shipping on everything',
    '15 dollars off linen from 120, for two days',
    'Free shipping for 3 days',
    'We answer within two working days.',
    'Let it dry for 3 to 5 days.',
    'If something arrives broken, send a picture within two weeks.',
    'It keeps for 5 days in the fridge',
    'On the days between dinners it holds letters',
    'The page of each thing says when it arrives.',
    'Packed within {processing} working days',
    'on the way {days:us-standard} working days',
    'Orders of 9 December and before arrive for the holidays',
    'Delivered to 30 countries',
    'Free shipping from 59 $',
    'Rückgabe innerhalb von 30 Tagen',
    'Wir antworten in zwei Werktagen',
    'Wir schreiben dir, meist innerhalb von zwei Werktagen. Bitte behalte das Paket.',
    'Die Erstattung dauert 3 bis 5 Werktage',
    'Nur 2 Tage: Versand frei',
    'Brennt etwa 40 Stunden',
    'Lieferung in 30 Länder',
    'Ankunft Do., 3. Dez.',
    '',
  ])('not so: %s', (text) => {
    expect(findFixedDeliveryDays(text)).toEqual([]);
  });
});

describe('marks that stand for days of the settings', () => {
  it.each([
    ['{processing} working days, then {days:slow}', '1-5 working days, then 10-30'],
    ['{days:day} day', '1 day'],
    ['{handling} working days', '1-5 working days'],
    ['Arrives {days}, {count} left, {shop_url}', 'Arrives {days}, {count} left, {shop_url}'],
  ])('%s', (text, filled) => {
    expect(fillDays(text, shipping, () => {})).toBe(filled);
  });

  it('handling covers customised products too', () => {
    const both = { ...shipping, processing: { min: 1, max: 2 }, customised: { min: 2, max: 3 } };
    expect(fillDays('{processing}, {handling}', both, () => {})).toBe('1-2, 1-5');
  });

  it.each(['{customised}', '{days:someday}', '{days:none}'])('%s stands for nothing here', (mark) => {
    const unknown: string[] = [];
    expect(fillDays(`In ${mark} days`, shipping, (each) => unknown.push(each))).toBe(`In ${mark} days`);
    expect(unknown).toEqual([mark]);
  });

  it('are found and filled wherever a text stands, by their place', () => {
    const file = { footer: { menus: [{ main: 'In {processing} days' }], width: 20 }, none: null };
    const filled = mapStrings(file, (text) => fillDays(text, shipping, () => {}));
    expect(filled).toEqual({ footer: { menus: [{ main: 'In 1-5 days' }], width: 20 }, none: null });
    expect(collectTexts(file, '')).toEqual([{ place: 'footer.menus.0.main', text: 'In {processing} days' }]);
  });
});
