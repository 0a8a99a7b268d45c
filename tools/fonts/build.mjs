/**
 * Makes src/styles/fonts/*.woff2 from the fontsource packages: latin letters only, and of the variable axes only what the
 * pages use. Run by hand when the fonts change: npx --package subset-font@2.9.0 -- node tools/fonts/build.mjs
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

/** npx puts the package beside its bin folder, not into ours. */
const bin = process.env.PATH.split(delimiter).find((folder) => folder.includes('_npx'));
const subset = createRequire(join(bin ?? '.', 'here'))('subset-font');

const range = (from, to) => String.fromCodePoint(...Array.from({ length: to - from }, (_, i) => from + i));
const letters = `${range(0x20, 0x7f)}${range(0xa0, 0x180)}–—‘’‚“”„†•…‹›€™−×÷≤≥→←↑↓✓`;

/** Kerning, ligatures, marks and figures of one width; the alternates that no style sheet asks for stay out. */
const keepFeatures = ['calt', 'ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rvrn', 'tnum'];

const fonts = [
  // Fraunces is for titles only: one optical size, one weight.
  { name: 'fraunces', file: 'fraunces-latin-opsz-normal.woff2', axes: { opsz: 72, wght: 400 } },
  { name: 'figtree', file: 'figtree-latin-wght-normal.woff2', axes: { wght: { min: 400, max: 700 } } },
];

for (const { name, file, axes } of fonts) {
  const source = await readFile(`node_modules/@fontsource-variable/${name}/files/${file}`);
  const font = await subset(source, letters, {
    targetFormat: 'woff2',
    variationAxes: axes,
    keepFeatures,
    noHinting: true,
  });
  await writeFile(`src/styles/fonts/${name}.woff2`, font);
  console.log(`${name}.woff2: ${font.length} bytes`);
}
