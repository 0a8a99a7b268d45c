/** How long the demo shop says that a parcel takes: one truth in all its texts. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { shippingSchema } from '#server/checkout/settings.ts';

const folder = new URL('../../../shop/', import.meta.url).pathname;
const read = (file: string) => readFileSync(folder + file, 'utf8');

/** Ranges of days, `3-5`, of every sentence that speaks of days. */
function rangesIn(text: string): { range: string; sentence: string }[] {
  return text
    .split(/[.!?;]\s|[<>"]/)
    .filter((sentence) => /\b(?:working days|business days|days|Werktage|Tage)\b/i.test(sentence))
    .flatMap((sentence) =>
      [...sentence.matchAll(/(\d+)\s?(?:-|–|to|bis)\s?(\d+)/g)].map(([, from, to]) => ({
        range: `${from}-${to}`,
        sentence,
      })),
    );
}

it('the demo shop names no other days on the way than its shipping zones, and one time to pack [FTR-20, FTR-21]', () => {
  const zones = shippingSchema.parse(JSON.parse(read('settings.json')).shipping).zones;
  const ofZones = zones.map(({ methods }) =>
    methods.flatMap(({ days }) => (days ? [`${days.min}-${days.max}`] : [])),
  );
  const known = new Set(ofZones.flat());
  // Every zone says it, and free delivery is no slower than paid.
  expect(ofZones.map((ranges) => ranges.length)).toEqual(zones.map(({ methods }) => methods.length));
  const texts = globSync('{*.json,pages/*.txt,articles/*.txt,languages/*.json,products.csv}', {
    cwd: folder,
  });
  const told = texts.flatMap((file) => rangesIn(read(file)).map((found) => ({ file, ...found })));
  const isPacking = ({ sentence }: { sentence: string }) => /pack|process/i.test(sentence);
  expect(told.filter(isPacking).map(({ range }) => range)).toEqual(['1-5', '1-5', '1-5']);
  expect(told.filter((found) => !isPacking(found) && !known.has(found.range))).toEqual([]);
  // Product page, checkout (trust panel), footer and the page about shipping name all zones' days.
  for (const file of ['theme.json', 'pages/shipping.txt']) {
    const here = new Set(told.filter((found) => found.file === file).map(({ range }) => range));
    for (const range of ['3-5', '5-9', '10-30'])
      expect([file, range, here.has(range)]).toEqual([file, range, true]);
  }
});
