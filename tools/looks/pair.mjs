/**
 * Lays pictures of two versions of the shop before reviewers who must not know which is which.
 *
 *   node tools/looks/pair.mjs docs/looks/before docs/looks/after FOLDER SEED
 *
 * Writes `01-a.png`, `01-b.png` … in an order and with sides that the seed decides, and `key.json` beside the folder, which says
 * which side is the second folder's. Only pictures that both folders have are paired.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

const [before, after, folder, seed] = process.argv.slice(2);
if (!before || !after || !folder || !seed) throw new Error('usage: pair.mjs BEFORE AFTER FOLDER SEED');
mkdirSync(folder, { recursive: true });

/** The same for the same seed, and says nothing of the name. */
const drawn = (name, purpose) => createHash('sha256').update(`${seed} ${purpose} ${name}`).digest('hex');

const there = new Set(readdirSync(before));
const names = readdirSync(after)
  .filter((name) => name.endsWith('.webp') && there.has(name))
  .sort((one, other) => (drawn(one, 'order') < drawn(other, 'order') ? -1 : 1));

const key = {};
for (const [index, name] of names.entries()) {
  const isSwapped = Number.parseInt(drawn(name, 'side').slice(0, 2), 16) % 2 === 1;
  const number = String(index + 1).padStart(2, '0');
  const sides = isSwapped ? [after, before] : [before, after];
  for (const [side, from] of [
    ['a', sides[0]],
    ['b', sides[1]],
  ]) {
    await sharp(join(from, name))
      .png()
      .toFile(join(folder, `${number}-${side}.png`));
  }
  key[number] = { picture: name.replace('.webp', ''), after: isSwapped ? 'a' : 'b' };
}
writeFileSync(`${folder.replace(/\/$/, '')}-key.json`, `${JSON.stringify(key, null, 2)}\n`);
console.info(`${names.length} pairs`);
