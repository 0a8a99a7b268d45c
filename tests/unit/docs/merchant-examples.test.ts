/** The examples of docs/merchant are valid: a fence's second word is the file that the block belongs to. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { buildProduct } from '#server/catalog/csv/build-product.ts';
import { groupRows } from '#server/catalog/csv/group-rows.ts';
import { createCustomOptionsReader, createJsonReader } from '#server/catalog/csv/product-cells.ts';
import { readRows } from '#server/catalog/csv/read-rows.ts';
import { storedOthersSchema } from '#server/catalog/stored-json.ts';
import { trackProgress } from '#server/core/track-progress.ts';
import { createPlaceholderResolver } from '#server/promotions/promotions-file.ts';
import { parsePromotions } from '#server/promotions/save-promotions.ts';
import { FileErrors } from '#server/shop/file-error.ts';
import { readLanguages } from '#server/shop/language-files.ts';
import { readShopFolder } from '#server/shop/read-folder.ts';
import { checkReviews } from '#server/shop/reviews-file.ts';
import { runCommand } from '#server/shop/run-command.ts';
import { shopSettingSchemas } from '#server/shop/setting-schemas.ts';
import { checkTheme } from '#server/theme/load-theme.ts';

interface Block {
  language: string;
  /** '' if the block belongs to no file. */
  file: string;
  content: string;
  place: string;
}

const blocks: Block[] = readdirSync('docs/merchant').flatMap((name) => {
  const text = readFileSync(join('docs/merchant', name), 'utf8');
  const fences = text.matchAll(/^( *)```(\w+)(?: (\S+))?\n([\s\S]*?)^\1```$/gm);
  return [...fences].map(({ 1: indent = '', 2: language = '', 3: file = '', 4: content = '', index }) => ({
    language,
    file,
    content: content.replace(new RegExp(`^${indent}`, 'gm'), ''),
    place: `${name}:${text.slice(0, index).split('\n').length}`,
  }));
});
const ofLanguage = (...languages: string[]) => blocks.filter(({ language }) => languages.includes(language));

const picture = { id: '0'.repeat(20), width: 2000, height: 1500, alt: '', color: '#ffffff' };
const load = async () => picture;
const variants = new Map([['oak-bowl', new Set(['Small', 'Large'])]]);

/** Returns the problems that `apply` or `import` reports for the block, in an otherwise empty folder. */
async function problemsIn({ file, content }: Block): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-docs-'));
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  try {
    if (file === 'products.csv') return (await csvProblems(path)).join('; ');
    if (file === 'custom-options') createCustomOptionsReader('EUR')(content);
    else if (file === 'others') createJsonReader(storedOthersSchema, '{}')(content);
    else if (file === 'theme.json') return (await themeProblems(JSON.parse(content))).join('; ');
    else {
      const errors = new FileErrors();
      const { promotions } = await readShopFolder(folder, load, errors);
      await readLanguages(join(folder, 'languages'), errors);
      await checkReviews(join(folder, 'reviews.json'), variants, load, errors);
      errors.throwIfAny();
      if (promotions !== null) parsePromotions(promotions, createPlaceholderResolver());
    }
    return '';
  } catch (error) {
    return String(error);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function csvProblems(path: string): Promise<string[]> {
  const found: string[] = [];
  for await (const part of groupRows(readRows(path))) {
    const problems = 'problem' in part ? [part.problem] : buildProduct(part.rows, 'EUR').problems;
    found.push(...problems.map(({ message }) => message));
  }
  return found;
}

async function themeProblems(theme: unknown): Promise<string[]> {
  const { problems } = await checkTheme(theme, {
    picture: load,
    collection: () => 1,
    page: () => 1,
    menuTarget: () => '',
    fileAddress: () => '',
  });
  return problems;
}

test('every example of a file is accepted by its schema', async () => {
  const examples = ofLanguage('json', 'csv', 'html');
  expect(examples.length).toBeGreaterThan(50);
  expect(examples.filter(({ file }) => file === '').map(({ place }) => place)).toEqual([]);
  const problems = await Promise.all(
    examples.map(async (block) => [block.place, await problemsIn(block)] as const),
  );
  expect(problems.filter(([, problem]) => problem !== '')).toEqual([]);
});

test('every setting of settings.json has an example', () => {
  const shown = new Set(
    ofLanguage('json').flatMap(({ file, content }) =>
      file === 'settings.json' ? Object.keys(JSON.parse(content) as object) : file.replace('.json', ''),
    ),
  );
  expect(Object.keys(shopSettingSchemas).filter((key) => !shown.has(key))).toEqual([]);
});

/** Splits a shell line into words; double quotes group words. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/(?:"[^"]*"|\S)+/g)].map(([word]) => word.replaceAll('"', ''));
}

const commands = ofLanguage('sh').flatMap(({ content, place }) =>
  content
    .split('\n')
    .flatMap((line) => /npm run shop -- (.*?)(?:\s+#.*)?$/.exec(line)?.[1] ?? [])
    .map((line) => ({ place, line })),
);

test('every command and option in the examples exists', async () => {
  expect(commands.length).toBeGreaterThan(40);
  const wrong: string[] = [];
  for (const { place, line } of commands) {
    const printed: string[] = [];
    const print = (text: string) => void printed.push(text);
    const output = { say: print, track: trackProgress, printError: print };
    // Commands that open no shop would run: `--help` prints their options instead.
    const [name, ...words] = wordsOf(line);
    const isRun = !/^(?:generate|holidays|schema)$/.test(name!);
    const code = await runCommand([name!, ...(isRun ? words : ['--help'])], output, async () => {
      throw new Error('understood');
    });
    const options = words.flatMap((word) => /^--[\w-]+/.exec(word)?.[0] ?? []);
    const isRight = isRun
      ? printed.at(-1) === 'understood'
      : code === 0 && options.every((option) => printed.join('\n').includes(option));
    if (!isRight) wrong.push(`${place}: ${line}: ${printed.join(' ')}`);
  }
  expect(wrong).toEqual([]);
});
