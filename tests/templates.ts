/** Data folders that tests copy, built once per state of the code and files they depend on. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hashFiles } from '../scripts/hash-files.mjs';
import { programEnv } from './program-env.ts';

const root = join(import.meta.dirname, '..');
const cache = join(root, 'node_modules/.cache');
const keyOf = (paths: string[]) => hashFiles(paths.map((path) => join(root, path))).slice(0, 16);

const images = join(
  cache,
  `atoll-images-${keyOf(['src/server/media/encode-image-variant.ts', 'package-lock.json'])}`,
);
/** STORAGE_URL of tests. Image URLs contain a hash of the image, so encoded variants can be reused by later runs. */
export const imageStorage = pathToFileURL(images).href;

/** `migrated` has the newest tables without rows; `demo` also has the demo store. */
export type TemplateName = 'migrated' | 'demo';

const sources: Record<TemplateName, string[]> = {
  migrated: ['src/server/db', 'tests/make-template.ts'],
  demo: ['src/server', 'src/lib', 'shop', 'tests/make-template.ts', 'package-lock.json'],
};

/** Copies a template into a folder, which may exist; the SQLite database is one file, without a write-ahead log. */
export function copyTemplate(name: TemplateName, folder: string): void {
  cpSync(template(name), folder, { recursive: true });
}

const made = new Map<TemplateName, string>();

function template(name: TemplateName): string {
  const folder = made.get(name) ?? makeTemplate(name);
  made.set(name, folder);
  return folder;
}

/** Returns the folder of a template and builds it first if its sources have changed. Safe in several processes at once. */
function makeTemplate(name: TemplateName): string {
  const folder = join(cache, `atoll-template-${name}-${keyOf(sources[name])}`);
  // The demo store's images are in a folder of their own, which may be missing.
  if (existsSync(folder) && (name !== 'demo' || existsSync(images))) return folder;
  const outdated = globSync(join(cache, `atoll-template-${name}-*`));
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, 'atoll-draft-'));
  execFileSync(process.execPath, [join(import.meta.dirname, 'make-template.ts'), name, draft], {
    env: programEnv,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  try {
    renameSync(draft, folder);
  } catch (error) {
    // Another process finished first.
    rmSync(draft, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
  // A run that started before the change may still copy the previous template: delete it after a day.
  const isOld = (path: string) => path !== folder && Date.now() - statSync(path).mtimeMs > 86_400_000;
  for (const old of outdated.filter(isOld)) rmSync(old, { recursive: true, force: true });
  return folder;
}
