/** The delivery times that the demo shop states all come from its settings. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { holidaySchema, shippingSchema } from '#server/checkout/settings.ts';
import { fillDays, findFixedDeliveryDays } from '#server/shop/delivery-placeholders.ts';
import { isDemo } from '../../../is-demo.ts';

const folder = new URL('../../../../shop/', import.meta.url).pathname;
const read = (file: string) => readFileSync(folder + file, 'utf8');
const readShipping = () => shippingSchema.parse(JSON.parse(read('settings.json')).shipping);

it.runIf(isDemo)('no text of the demo shop states days of delivery by itself', () => {
  const files = globSync('{*.json,pages/*.txt,articles/*.txt,languages/*.json,products.csv}', {
    cwd: folder,
  });
  const told = files
    .filter((file) => !file.endsWith('schema.json'))
    .map((file) => [file, findFixedDeliveryDays(read(file))]);
  expect(told.filter(([, words]) => words?.length)).toEqual([]);
});

it.runIf(isDemo)(
  'its footer and its page about shipping name the days of all zones and the time to pack, from the settings [FTR-20, FTR-21]',
  () => {
    for (const [file, handling] of [
      ['theme.json', '1-5'],
      ['pages/shipping.txt', '1-2'],
    ] as const) {
      const said = fillDays(read(file), readShipping(), () => {});
      for (const range of [handling, '4-5', '5-9', '10-30'])
        expect([file, said.includes(`${range} `)]).toEqual([file, true]);
    }
  },
);

it.runIf(isDemo)(
  'its delivery dates at home span three working days, and express arrives before standard',
  () => {
    const { processing, zones } = readShipping();
    const home = zones[0]!.methods.map(({ id, days }) => [
      id,
      [processing!.min + days!.min, processing!.max + days!.max],
    ]);
    expect(home).toEqual([
      ['us-free', [5, 7]],
      ['us-standard', [5, 7]],
      ['us-express', [2, 4]],
    ]);
  },
);

it.runIf(isDemo)('every method of it promises days, and its days off are days', () => {
  const shipping = readShipping();
  expect(shipping.zones.flatMap(({ methods }) => methods).filter(({ days }) => !days)).toEqual([]);
  const { $schema, ...file } = JSON.parse(read('holidays.json'));
  const holidays = holidaySchema.parse(file);
  expect(holidays.destinations[shipping.home ?? '']).toEqual(holidays.warehouse);
});
