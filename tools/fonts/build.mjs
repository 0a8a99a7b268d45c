/**
 * Makes src/styles/fonts/*.woff2 from the fontsource packages: latin letters only, and of the variable axes only what the
 * pages use. Run by hand when the fonts change: npx --package subset-font@2.9.0 -- node tools/fonts/build.mjs
 *
 * Each font is two files. The first has what nearly every page is written with and stays below 14.2 KB, which is what a
 * server sends before it waits for the first answer; the second has the rest and is fetched by the pages that use a letter
 * of it. Of the range printed for it src/styles/fonts.css names what is written at all.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

/** npx puts the package beside its bin folder, not into ours. */
const bin = process.env.PATH.split(delimiter).find((folder) => folder.includes('_npx'));
const subset = createRequire(join(bin ?? '.', 'here'))('subset-font');

const range = (from, to) => String.fromCodePoint(...Array.from({ length: to - from }, (_, i) => from + i));
/** All that the packages' latin files have. */
const letters = `${range(0x20, 0x7f)}${range(0xa0, 0x100)}ıŒœ–—‘’‚“”„•…‹›€™−↑↓`;
const western = 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜßàáâãäåæçèéêëìíîïñòóôõöøùúûüŒœ';
const signs = '\u00a0¡£¥©®°·¿«»–—‘’“”„…€−×';

/** Kerning, ligatures, marks and figures of one width; the alternates that no style sheet asks for stay out. */
const keepFeatures = ['calt', 'ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rvrn', 'tnum'];

const fonts = [
  // Fraunces is for titles only: one optical size, one weight, no signs of programmers.
  {
    name: 'fraunces',
    file: 'fraunces-latin-opsz-normal.woff2',
    axes: { opsz: 72, wght: 400 },
    first: [...range(0x20, 0x7f)].filter((sign) => !'<=>@[\\]^_`{|}~'.includes(sign)).join(''),
  },
  {
    name: 'figtree',
    file: 'figtree-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700 } },
    first: range(0x20, 0x7f),
  },
];

for (const { name, file, axes, first } of fonts) {
  const source = await readFile(`node_modules/@fontsource-variable/${name}/files/${file}`);
  const options = { targetFormat: 'woff2', variationAxes: axes, keepFeatures, noHinting: true };
  const usual = first + western + signs;
  const more = [...letters].filter((letter) => !usual.includes(letter));
  for (const [part, text] of [
    ['', usual],
    ['-more', more.join('')],
  ]) {
    const font = await subset(source, text, options);
    await writeFile(`src/styles/fonts/${name}${part}.woff2`, font);
    console.log(`${name}${part}.woff2: ${font.length} bytes`);
  }
  console.log(rangeOf(more.map((letter) => letter.codePointAt(0))));
}

/** @param points code points, ascending or not */
function rangeOf(points) {
  const runs = [];
  for (const point of points.toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last?.to === point - 1) last.to = point;
    else runs.push({ from: point, to: point });
  }
  const hex = (point) => point.toString(16).toUpperCase();
  return runs.map(({ from, to }) => `U+${hex(from)}${to > from ? `-${hex(to)}` : ''}`).join(', ');
}
