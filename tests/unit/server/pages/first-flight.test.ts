import { readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = 'src/styles/fonts';
/** Ten TCP segments, which a server sends before the first acknowledgement, minus a response's headers; bytes. */
const firstFlight = 10 * 1460 - 320;

test('the fonts fetched before the first paint come in one flight, each with a second file for rare letters', () => {
  const preloaded = [...readFileSync('src/layouts/Shop.astro', 'utf8').matchAll(/fonts\/([\w-]+\.woff2)/g)];
  const names = preloaded.map(([, name]) => name!);
  expect(names).toEqual(['figtree.woff2', 'fraunces.woff2']);
  for (const name of names) expect(statSync(`${folder}/${name}`).size, name).toBeLessThanOrEqual(firstFlight);

  const files = readdirSync(folder).filter((name) => name.endsWith('.woff2'));
  const css = readFileSync('src/styles/fonts.css', 'utf8');
  expect(files.filter((name) => !css.includes(`./fonts/${name}`))).toEqual([]);
  // The browser fetches this second file for letters that the first one lacks.
  for (const name of names) expect(files).toContain(name.replace('.woff2', '-more.woff2'));
});
