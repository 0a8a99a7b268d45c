/**
 * Which exports of src the shop itself uses, declaration by declaration: from what starts (server.ts, pages, scripts, …)
 * along imports and names; tests are not followed. A re-export passes the question on, a type counts where a used
 * declaration names it, and what is found by its place (`new URL`, `import.meta.glob`) is used whole.
 */
import { globSync } from 'node:fs';
import { type Link, type Part, readSource, type Source } from './read-source.ts';

/** What is started from outside, or whose exports are found by their file's place. */
const starts = [
  '{server.ts,astro.config.mjs,src/middleware.ts,src/env.d.ts}',
  '{scripts,bench,tools,shop}/**/*.{ts,mjs}',
  'src/pages/**/*.{astro,ts}',
];

/**
 * @param root folder of the project
 * @returns exports that nothing of the shop uses, as `src/lib/page-type.ts: bagPages`
 */
export function unusedExports(root = '.'): string[] {
  const reach = new Reach(root);
  for (const file of reach.started) reach.follow({ file, of: 'all' });
  return reach.unused();
}

class Reach {
  readonly started: readonly string[];
  readonly #files: ReadonlyMap<string, Source>;
  /** Files that run, exports as `file: name` and declarations as `file#name`. */
  readonly #seen = new Set<string>();

  constructor(root: string) {
    this.started = globSync(starts, { cwd: root });
    const paths = new Set([...this.started, ...globSync('src/**/*.{astro,ts,tsx}', { cwd: root })]);
    this.#files = new Map([...paths].map((path) => [path, readSource(root, path)]));
  }

  unused(): string[] {
    return [...this.#files]
      .filter(([path]) => path.startsWith('src/'))
      .flatMap(([path, { exports }]) => [...exports.keys()].map((name) => `${path}: ${name}`))
      .filter((key) => !this.#seen.has(key))
      .sort();
  }

  follow(link: Link): void {
    const { file } = link;
    const source = this.#files.get(file);
    if (!source) return;
    if (link.of !== 'name' || !link.isType) this.#run(file, source);
    if (link.of === 'name') this.#reachExport(file, link.name);
    if (link.of !== 'any' && link.of !== 'all') return;
    for (const file of source.passedOn) this.follow({ file, of: link.of });
    for (const name of source.exports.keys()) {
      if (link.of === 'all' || name === 'default' || this.#isMentioned(name, file)) {
        this.#reachExport(file, name);
      }
    }
  }

  /** A module that is imported as a whole is handed around; its names are found wherever they are written. */
  #isMentioned(name: string, apartFrom: string): boolean {
    return [...this.#files].some(([path, { mentioned }]) => path !== apartFrom && mentioned.has(name));
  }

  #run(file: string, { run }: Source): void {
    if (this.#isNew(file)) this.#reachPart(file, run);
  }

  #reachExport(file: string, name: string): void {
    const source = this.#files.get(file);
    if (!source || !this.#isNew(`${file}: ${name}`)) return;
    const target = source.exports.get(name);
    if (typeof target === 'object') this.follow(target);
    else if (target !== undefined) this.#reachName(file, target);
    else for (const from of source.passedOn) this.follow({ file: from, of: 'name', name });
  }

  #reachName(file: string, name: string): void {
    const source = this.#files.get(file)!;
    if (!this.#isNew(`${file}#${name}`)) return;
    const imported = source.imports.get(name);
    if (imported) this.follow(imported);
    for (const part of source.parts.get(name) ?? []) this.#reachPart(file, part);
    for (const [exported, local] of source.exports)
      if (local === name) this.#seen.add(`${file}: ${exported}`);
  }

  #reachPart(file: string, { names, links }: Part): void {
    for (const name of names) this.#reachName(file, name);
    for (const link of links) this.follow(link);
  }

  #isNew(key: string): boolean {
    const isNew = !this.#seen.has(key);
    this.#seen.add(key);
    return isNew;
  }
}
