/** The recipes of CONTRIBUTING.md: their names and what their fenced blocks write, change and run. */
import { readFileSync } from 'node:fs';

interface Block {
  language: string;
  /** From the root of the project; '' for commands. */
  file: string;
  content: string;
}
interface Recipe {
  name: string;
  blocks: Block[];
}

const document = readFileSync('CONTRIBUTING.md', 'utf8');
const [, section = ''] = /^## Recipes\n(.*?)(?=^## |(?![\s\S]))/ms.exec(document) ?? [];

export const recipes: Recipe[] = section
  .split(/^### /m)
  .slice(1)
  .map((part) => ({
    name: part.slice(0, part.indexOf('\n')),
    blocks: [...part.matchAll(/^( *)```(\w+)(?: (\S+))?\n(.*?)^ *```$/gms)].map(
      ([, indent = '', language = '', file = '', content = '']) => ({
        language,
        file,
        content: content.replace(new RegExp(`^${indent}`, 'gm'), ''),
      }),
    ),
  }));

/** Files that a recipe writes, from the root of the project. */
export const writtenByRecipes: ReadonlySet<string> = new Set(
  recipes.flatMap(({ blocks }) =>
    blocks.filter(({ language, file }) => file && language !== 'diff').map(({ file }) => file),
  ),
);

/** The lines of a diff with these signs, as text. */
function linesOf(diff: string, signs: string): string {
  const lines = diff.split('\n').slice(0, -1);
  return lines
    .filter((line) => line === '' || signs.includes(line[0] ?? ''))
    .map((line) => `${line.slice(1)}\n`)
    .join('');
}

/** Whether a text has the change already. */
export function isCarriedOut(text: string, diff: string): boolean {
  return `\n${text}`.includes(`\n${linesOf(diff, ' +')}`);
}

/**
 * A text with a change made to it.
 * @param diff lines that begin with a space stay, with + are new, with - go
 * @throws Error when what the diff names does not stand in the text exactly once
 */
export function changed(text: string, diff: string, file: string): string {
  const of = (signs: string) => linesOf(diff, signs);
  // Whole lines only.
  const parts = `\n${text}`.split(`\n${of(' -')}`);
  if (parts.length !== 2) throw new Error(`${file} does not hold this once:\n${of(' -')}`);
  return parts.join(`\n${of(' +')}`).slice(1);
}
