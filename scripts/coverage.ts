/**
 * Reports which requirements have a test: looks for each id of docs/requirements/requirements.tsv at the end of test titles.
 *
 *   npm run coverage                one line per area: covered / total
 *   npm run coverage -- BAG LINE    requirements of these areas without a test
 *   npm run coverage -- --missing   every requirement without a test
 *
 * An id counts if a title ends with it, alone or in a list: test('merges an identical line [LINE-08, LINE-09]', …).
 * Comments and skipped tests do not count. Always exits with 0.
 */
import { globSync, readFileSync } from 'node:fs';

const rows = readFileSync('docs/requirements/requirements.tsv', 'utf8')
  .split('\n')
  .slice(1)
  .filter(Boolean)
  .map((line) => {
    const [id = '', , kind, requirement] = line.split('\t');
    return { id, prefix: id.replace(/-\d+$/, ''), kind, requirement };
  });

const named = new Set(
  globSync('tests/**/*.{test,spec}.{ts,tsx}')
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .filter((line) => !/^\s*(\/\/|\*|\/\*)|\.(skip|todo|fixme)\(/.test(line))
    .flatMap((line) => [...line.matchAll(/\[((?:[A-Z0-9]{2,6}-\d{1,3}(?:,\s*)?)+)\]\s*['"`]/g)])
    .flatMap(([, list = '']) => list.split(/,\s*/)),
);

const words = process.argv.slice(2);
const areas = words.filter((word) => !word.startsWith('--')).map((word) => word.toUpperCase());
if (words.length > 0) {
  for (const { id, prefix, kind, requirement } of rows) {
    if (named.has(id) || (areas.length > 0 && !areas.includes(prefix))) continue;
    console.log(`${id}\t${kind}\t${requirement}`);
  }
} else {
  for (const [prefix, own] of Map.groupBy(rows, (row) => row.prefix)) {
    const covered = own.filter(({ id }) => named.has(id)).length;
    console.log(`${prefix.padEnd(7)} ${String(covered).padStart(3)} / ${own.length}`);
  }
}
console.log(
  `${rows.filter(({ id }) => named.has(id)).length} of ${rows.length} requirements are named by a test`,
);
