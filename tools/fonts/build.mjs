/**
 * Builds src/styles/fonts/*.woff2 from the fontsource packages: Latin letters only, and only the variable axes that the pages
 * use. Run it by hand when the fonts change: npx --package subset-font@2.9.0 -- node tools/fonts/build.mjs
 *
 * Each font has two files. The first covers the letters of nearly every page and stays below 14.2 KB, the amount a server sends
 * before the first ACK; browsers fetch the second only for pages that use one of its letters. src/styles/fonts.css lists those
 * letters of the range printed here that are used at all.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

/** npx installs the package next to its bin folder, not into ours. */
const bin = process.env.PATH.split(delimiter).find((folder) => folder.includes('_npx'));
const subset = createRequire(join(bin ?? '.', 'here'))('subset-font');

const range = (from, to) => String.fromCodePoint(...Array.from({ length: to - from }, (_, i) => from + i));
/** All letters that the packages' Latin files contain. */
const letters = `${range(0x20, 0x7f)}${range(0xa0, 0x100)}ıŒœ–—‘’‚“”„•…‹›€™−↑↓`;
const western = 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜßàáâãäåæçèéêëìíîïñòóôõöøùúûüŒœ';
const signs = '\u00a0¡£¥©®°·¿«»–—‘’“”„…€−×';

/** Kerning, ligatures, combining marks and tabular figures, without alternates that no stylesheet uses. */
const keepFeatures = ['calt', 'ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rvrn', 'tnum'];

const fonts = [
  // Only titles use Fraunces: one optical size, one weight, no programming symbols.
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

/** Formats code points in any order as a CSS unicode-range. */
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
