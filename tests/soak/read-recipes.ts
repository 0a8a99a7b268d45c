/** Reads the recipes of docs/develop/recipes: the files and commands in their fenced blocks. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Block {
  language: string;
  /** Path from the project root; '' for commands. */
  file: string;
  content: string;
}
interface Recipe {
  blocks: Block[];
}

const folder = 'docs/develop/recipes';

export const recipes: Recipe[] = readdirSync(folder)
  .sort()
  .map((name) => ({
    blocks: [
      ...readFileSync(join(folder, name), 'utf8').matchAll(/^( *)```(\w+)(?: (\S+))?\n(.*?)^ *```$/gms),
    ].map(([, indent = '', language = '', file = '', content = '']) => ({
      language,
      file,
      content: content.replace(new RegExp(`^${indent}`, 'gm'), ''),
    })),
  }));

/** Paths of the files that recipes create, from the project root. */
export const writtenByRecipes: ReadonlySet<string> = new Set(
  recipes.flatMap(({ blocks }) =>
    blocks.filter(({ language, file }) => file && language !== 'diff').map(({ file }) => file),
  ),
);

/** Returns the lines of a diff that begin with one of `signs`, without the sign. */
function linesOf(diff: string, signs: string): string {
  const lines = diff.split('\n').slice(0, -1);
  return lines
    .filter((line) => line === '' || signs.includes(line[0] ?? ''))
    .map((line) => `${line.slice(1)}\n`)
    .join('');
}

/** Returns whether a text already contains the result of a diff. */
export function isCarriedOut(text: string, diff: string): boolean {
  return `\n${text}`.includes(`\n${linesOf(diff, ' +')}`);
}

/**
 * Returns a text with a diff applied.
 * @param diff a space begins a line to keep, + one to add, - one to remove
 * @throws Error if the text does not contain the diff's old lines exactly once
 */
export function changed(text: string, diff: string, file: string): string {
  const of = (signs: string) => linesOf(diff, signs);
  // The leading newline makes only whole lines match.
  const parts = `\n${text}`.split(`\n${of(' -')}`);
  if (parts.length !== 2) throw new Error(`${file} does not contain this exactly once:\n${of(' -')}`);
  return parts.join(`\n${of(' +')}`).slice(1);
}
