// Hashes files and folders, so that scripts and tests can see whether earlier output is out of date. Plain JavaScript and
// built-ins only: setup.mjs runs it under Node 20, before anything is installed.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns a hash over the platform and the names and bytes of all files in `paths`. A missing path counts as empty.
 * @param {string[]} paths files and folders, relative to the working directory because they are part of the hash
 */
export function hashFiles(paths) {
  const sum = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const path of paths.flatMap(filesIn)) sum.update(`\0${path}\0`).update(readFileSync(path));
  return sum.digest('hex');
}

function filesIn(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}
