/** Code, tests and documents refer only to existing requirements, resolutions, decisions and files. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { isDemo } from '../../is-demo.ts';
import { writtenByRecipes } from '../../soak/read-recipes.ts';

/** A merchant's own folder may lack the demo's files. */
const isThere = (name: string) => existsSync(name) || (!isDemo && name.startsWith('shop/'));

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(?:astro|css|jsonc?|md|mjs|ts|tsx|yml)$/.test(file) && existsSync(file))
  .filter((file) => file !== 'package-lock.json' && file !== 'tests/unit/conventions/references.test.ts')
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

const documents = files.filter(({ file }) => file.endsWith('.md'));

const requirements = new Set(
  readFileSync('docs/requirements/requirements.tsv', 'utf8')
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t')[0]),
);
const areas = new Set([...requirements].map((id) => id?.replace(/-\d+$/, '')));
const resolutions = new Set(
  readFileSync('docs/requirements/resolutions.md', 'utf8').match(/(?<=^\*\*)R\d+/gm),
);

/** Returns all matches of `pattern` that `isKnown` rejects; it gets the match and its file. */
function unresolved(
  pattern: RegExp,
  isKnown: (match: RegExpExecArray, file: string) => boolean,
  where = files,
): string[] {
  return where.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)]
      .filter((match) => !isKnown(match, file))
      .map(([found]) => `${file}: ${found}`),
  );
}

test('the files are found', () => {
  expect(files.length).toBeGreaterThan(500);
  expect(requirements.size).toBeGreaterThan(800);
  expect(resolutions.size).toBeGreaterThan(90);
});

test('requirement ids are rows of docs/requirements/requirements.tsv', () => {
  const id = /\b([A-Z][A-Z0-9]{1,6})-\d+\b/g;
  expect(unresolved(id, ([found, area]) => !areas.has(area) || requirements.has(found))).toEqual([]);
});

/** Ids of bug reports (BR) and code review findings (CR): no requirements, but allowed in test titles. */
const finding = /^(?:BR|CR)-\d+$/;

test('every id at the end of a test’s title is a requirement or a finding', () => {
  const tests = files.filter(({ file }) => /\.(?:test|spec)\.tsx?$/.test(file));
  const list = /\[((?:[A-Z0-9]{2,7}-\d+(?:, )?)+)\](?=['"`])/g;
  expect(
    unresolved(
      list,
      ([, ids = '']) => ids.split(', ').every((id) => requirements.has(id) || finding.test(id)),
      tests,
    ),
  ).toEqual([]);
});

test('resolutions are in docs/requirements/resolutions.md', () => {
  expect(unresolved(/\bR\d{2,3}\b/g, ([found]) => resolutions.has(found))).toEqual([]);
});

test('paths under docs/ and links of documents lead to files', () => {
  const path = /(?<![\w-])docs\/[\w./-]*\w/g;
  expect(unresolved(path, ([found]) => isThere(found))).toEqual([]);
  // `{shop_url}` is a placeholder in examples of the theme.
  const link = /\]\((?!https?:|mailto:|#|\{)([^)#\s]+)/g;
  expect(
    unresolved(link, ([, target = ''], file) => existsSync(join(dirname(file), target)), documents),
  ).toEqual([]);
});

test('anchors in links of documents are headings of their target', () => {
  const link = /\]\((?!https?:|mailto:)([^)#\s]*)#([^)\s]+)\)/g;
  const anchorsOf = (file: string) =>
    [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );
  const hasHeading = ([, target = '', anchor = '']: RegExpExecArray, file: string) => {
    const path = target === '' ? file : join(dirname(file), target);
    return !path.endsWith('.md') || !existsSync(path) || anchorsOf(path).includes(anchor);
  };
  expect(unresolved(link, hasHeading, documents)).toEqual([]);
});

test('files that documents name are there, but for those that a recipe makes', () => {
  const path = /`((?:bench|scripts|shop|src|tests|tools)\/[\w./[\]-]*[\w\]/])`/g;
  expect(unresolved(path, ([, name = '']) => isThere(name) || writtenByRecipes.has(name), documents)).toEqual(
    [],
  );
});

test('files that comments name are there, by a path from the root or by its end', () => {
  const comment = /\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/.*|^\s*#.*/gm;
  const comments = files
    .filter(({ file }) => !/\.(?:json|md)$/.test(file))
    .map(({ file, text }) => ({ file, text: text.match(comment)?.join('\n') ?? '' }));
  expect(comments.filter(({ text }) => text !== '').length).toBeGreaterThan(500);
  const fromRoot = /(?<![\w./#@-])(?:bench|scripts|shop|src|tests|tools)\/[\w./[\]-]*\w/g;
  // `NAME` is a wildcard.
  expect(unresolved(fromRoot, ([found]) => isThere(found) || found.includes('NAME'), comments)).toEqual([]);
  const byItsEnd = /(?<![\w./#@*-])(?:[\w-]+\/)*[\w-]+\.(?:astro|css|ts|tsx)\b/g;
  const paths = files.map(({ file }) => `/${file}`);
  const isKnown = (found: string) =>
    found.includes('NAME') || paths.some((path) => path.endsWith(`/${found}`));
  expect(unresolved(byItsEnd, ([found]) => isKnown(found), comments)).toEqual([]);
});

test('decisions are named by their file, and none by a number alone', () => {
  expect(unresolved(/\bdecisions? \d+|\(0\d{3}\)/g, () => false)).toEqual([]);
});

test('nothing refers to documents outside the repository', () => {
  const outside =
    /(?<![\w/.-])(?:design|issue|anchors|stack)(?:\.md)?,? (?:asks? |traps? |section )?\d+(?:\.\d+)?\b(?![ -]?(?:px|ms|KB|%))|\.\.\/shared\/|\/work\/|\/root\//gi;
  expect(unresolved(outside, () => false)).toEqual([]);
});
