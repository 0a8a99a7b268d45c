/** Input for fuzzing an endpoint: valid by its schema, partly corrupted, or entirely unrelated. */

import { z } from 'zod';
import { fc } from '../../fast-check.ts';

interface Shape {
  type?: string | string[];
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  enum?: unknown[];
  const?: unknown;
}

const deep = (levels: number): unknown => JSON.parse('{"a":['.repeat(levels) + ']}'.repeat(levels));

/** Values that often break servers. */
const nasty = fc.constantFrom<unknown>(
  null,
  '',
  ' ',
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  1e308,
  -1e308,
  true,
  [],
  {},
  'x'.repeat(5000),
  "'; drop table orders; --",
  '%00',
  'a\u0000b',
  '\ud800',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '𝕏\u202e\u0301',
  { __proto__: null, constructor: 1 },
  [[[[[[1]]]]]],
  deep(10),
  deep(400),
  Array.from({ length: 1001 }, () => 1),
  'NaN',
  '1e9999',
);

function plausible(shape: Shape, known: readonly string[]): fc.Arbitrary<unknown> {
  if (shape.const !== undefined) return fc.constant(shape.const);
  if (shape.enum) return fc.constantFrom(...shape.enum);
  if (shape.anyOf) return fc.oneof(...shape.anyOf.map((option) => spoilt(option, known)));
  switch ([shape.type].flat()[0]) {
    case 'object':
      return shape.properties
        ? fc.record(
            Object.fromEntries(
              Object.entries(shape.properties).map(([name, field]) => [name, spoilt(field, known)]),
            ),
            { requiredKeys: [] },
          )
        : fc.dictionary(fc.string({ maxLength: 8 }), nasty, { maxKeys: 4 });
    case 'array':
      return fc.array(spoilt(shape.items ?? {}, known), { maxLength: 3 });
    case 'integer':
      return fc.oneof(fc.integer({ min: 0, max: 20 }), fc.maxSafeInteger());
    case 'number':
      return fc.oneof(fc.integer({ min: 0, max: 20 }), fc.double({ noNaN: true }));
    case 'boolean':
      return fc.boolean();
    case 'string':
      return fc.oneof(
        fc.string({ maxLength: 40, unit: 'grapheme' }),
        fc.constantFrom(
          'US',
          'GB',
          'a@b.co',
          'A1',
          'paypal',
          'simulated',
          'card',
          '1',
          '2',
          'SAVE10',
          ...known,
        ),
      );
    default:
      return nasty;
  }
}

function spoilt(shape: Shape, known: readonly string[]): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: plausible(shape, known) }, { weight: 1, arbitrary: nasty });
}

/** Returns values for a schema, one part in ten corrupted; `known` are tokens and numbers that exist in the shop. */
export function inputFor(schema: z.ZodType | undefined, known: readonly string[]): fc.Arbitrary<unknown> {
  if (!schema) return nasty;
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Shape;
  return fc.oneof({ weight: 8, arbitrary: plausible(shape, known) }, { weight: 1, arbitrary: nasty });
}

/** Bodies that are not valid JSON, with their content types. */
export const brokenBodies = fc.constantFrom<[BodyInit, string]>(
  ['{', 'application/json'],
  ['nul', 'application/json'],
  ['[1,]', 'application/json'],
  [new Uint8Array([0xff, 0xfe, 0x00]), 'application/json'],
  [new Uint8Array([0x7b, 0x00, 0x7d, 0x00]), 'application/json; charset=utf-16le'],
  ['{}', 'text/html'],
  ['a=1&b=2', 'application/x-www-form-urlencoded'],
  ['--x\r\n\r\n--x--', 'multipart/form-data; boundary=x'],
  ['{}', 'application/json; charset=iso-8859-1'],
  [`"${'x'.repeat(1_100_000)}"`, 'application/json'],
  ['['.repeat(500_000), 'application/json'],
  ['1e999999', 'application/json'],
  ['"\\ud800"', 'application/json'],
);
