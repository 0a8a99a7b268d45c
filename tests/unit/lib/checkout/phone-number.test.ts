import { describe, expect, test } from 'vitest';
import { numericPhoneRule, phoneRule, stripPhoneExtension } from '#lib/checkout/phone-number.ts';
import { additionalTexts, defaultTexts } from '#lib/messages/default.ts';

describe('a phone number', () => {
  const rule = phoneRule(defaultTexts);

  test.each(['12345', '+49 (0)30 123-456', '555.123.4567', '1'.repeat(20), '', '  '])(
    'is taken as %j [VAL-08]',
    (typed) => {
      expect(rule(typed)).toBe('');
    },
  );
  test.each([
    ...['0711/123456', '0711 / 12 34 56', '+49 711/123456-12', '(+49) 711 123456'],
    ...['+1 503 555 0100 x12', '+1 503 555 0100x12', '+1 503 555 0100 ext. 12', '503-555-0100 Ext 12'],
    ...['503 555 0100, extension 12', '503 555 0100 #12', '+15035550100;ext=12', '+15035550100,,12'],
    ...['0711 123456 Durchwahl 12', '01 234567 DW 12', '01 234567 Kl. 12', '01 23 45 67 89 poste 12'],
    ...['+1 503 555 0100 (ext. 12)', '+1 503 555 0100 (x12)', '503-555-0100 Ext #12', '+15035550100,,12#'],
    ...[
      '915 123 456 extensión 12',
      '22 123 45 67 wew. 12',
      '11 5555 5555 ramal 12',
      '+420 123 456 789 linka 12',
    ],
    ...['03-1234-5678（内線12）', '٠٥٠١٢٣٤٥٦٧', '۰۹۱۲۳۴۵۶۷۸', '९८७६५४३२१०'],
    ...['030–1234567', '030 — 123 45 67', '030\u20111234567', '030\u2212123456', '03ー1234ー5678'],
    ...['０３－１２３４－５６７８', '+49\u00a030\u202f1234567', '\u202a+49 30 1234567\u202c'],
  ])('is taken as %j [BR-47]', (typed) => {
    expect(rule(typed)).toBe('');
  });
  test.each([
    ...['1234', '1'.repeat(21), '12345x', '12+345', 'phone', '++12345', 'call me', '+1 503 555 CALL'],
    ...['1234 x56789', 'x12', 'ext. 12', '/ - ()', '+1 503 555 0100 ext. 123456789', '030 1234567 abc 12'],
    ...['0711 123456 ext', 'ada@example.com', '030 1234567; 040 1234567', '+49 30 12345 +49 30 1234'],
  ])('is refused as %j [VAL-08]', (typed) => {
    expect(rule(typed)).toBe('Please enter a valid Phone');
  });
  test('is dialled without its extension [BR-47]', () => {
    expect(stripPhoneExtension('+1 503 555–0100 ext. 12')).toBe('+1 503 555-0100');
    expect(stripPhoneExtension('+1 503 555 0100 (ext. #12)')).toBe('+1 503 555 0100');
    expect(stripPhoneExtension('۰۹۱۲ ۳۴۵ ۶۷۸۹')).toBe('0912 345 6789');
    expect(stripPhoneExtension('0711/123456')).toBe('0711/123456');
  });
});

describe('a phone number of digits alone', () => {
  const rule = numericPhoneRule(additionalTexts);

  test('says when it is blank [VAL-09]', () => {
    expect(rule(' ')).toBe("Phone cann't be blank");
  });
  test('takes digits only [VAL-10]', () => {
    const wrong = 'Invalid phone number';
    expect(['12-3', '+123', '12345 x1', '123', '５１２３'].map(rule)).toEqual([wrong, wrong, wrong, '', '']);
  });
});
