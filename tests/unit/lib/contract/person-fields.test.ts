import { expect, test } from 'vitest';
import type { z } from 'zod';
import { endpoints } from '#lib/contract/table.ts';

/** ESC with a colour, BEL, one-character CSI, NEL, direction overrides and isolates, direction marks. */
const sent = 'A\u001b[31m\u0007d\u009ba\u0085 \u202eL\u2066o\u2069v\u200ee\u061c\u200flace';
const line = 'A[31mda  Lovelace';

/** Parses a value with the schema of a body field. */
function parsed(endpoint: keyof typeof endpoints, path: string, value: string): unknown {
  const [name = '', ...rest] = path.split('.');
  const field = (endpoints[endpoint] as unknown as { body: z.ZodObject }).body.shape[name] as z.ZodType;
  const found = field.parse(rest.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value));
  return rest.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], found);
}

const addressParts = [
  'first_name',
  'last_name',
  'address1',
  'address2',
  'city',
  'province',
  'country',
  'house_number',
];

test('names and addresses lose control and bidi characters, and are one line [T5]', () => {
  const fields: [keyof typeof endpoints, string][] = [
    ['POST /api/v1/customer/register', 'first_name'],
    ['POST /api/v1/customer/register', 'last_name'],
    ['PUT /api/v1/storefront/customer', 'first_name'],
    ['PUT /api/v1/storefront/customer', 'last_name'],
    ['POST /api/v1/comments/:id', 'nickname'],
    ...addressParts.flatMap((part): [keyof typeof endpoints, string][] => [
      ['POST /api/v1/storefront/customer/addresses', `address.${part}`],
      ['PUT /api/v1/storefront/customer/addresses/:id', `address.${part}`],
      ['POST /api/update/checkout/:id', `address.${part}`],
      ['POST /api/update/checkout/:id', `billing.${part}`],
    ]),
  ];
  for (const [endpoint, path] of fields)
    expect(parsed(endpoint, path, sent), `${endpoint} ${path}`).toBe(line);
  expect(parsed('POST /api/update/checkout/:id', 'address.zip', '97\u0000\u202e204')).toBe('97204');
  expect(parsed('POST /api/update/checkout/:id', 'phone', '503\u009b 555\n0100')).toBe('503 555 0100');
});

test('notes and reviews lose them too, and have lines [T5]', () => {
  expect(parsed('POST /api/v1/order/extend/:id', 'note', 'Ring\u001b twice\n\u202eat the door')).toBe(
    'Ring twice\nat the door',
  );
  expect(parsed('POST /api/v1/comments/:id', 'content', '\u202eGood\r\nmug\u0007 ')).toBe('Good\r\nmug');
});

test('a review of control characters alone is blank, and scripts keep their joiners [T5]', () => {
  const { body } = endpoints['POST /api/v1/comments/:id'];
  const review = { star: 5, content: '\u001b\u202e \u200f', nickname: 'Ann', email: '' };
  expect(body.safeParse(review).success).toBe(false);
  // Persian with a zero-width non-joiner, Hindi with a joiner, Hebrew, a family of emoji.
  for (const name of ['نیک‌پی', 'क्‍ष', 'שרה כהן', '👩‍👧']) {
    expect(parsed('POST /api/v1/customer/register', 'first_name', name)).toBe(name);
  }
});
