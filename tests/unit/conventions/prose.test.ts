/**
 * Counts the phrases that made comments and documents hard to read, in all of them. The ceilings are today's counts: lower one when the
 * count falls, never raise one.
 */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Matches the comments of a TypeScript, Astro or CSS file. */
const commentPattern = /\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/ .*/g;
const codeFiles = globSync('{src,scripts,tools,bench,tests}/**/*.{ts,tsx,mjs,astro,css}').filter(
  (file) => !file.endsWith('conventions/prose.test.ts'),
);
const comments = codeFiles.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(commentPattern)].map(([comment]) =>
    comment.replace(/^\s*\* ?/gm, '').replace(/\s+/g, ' '),
  ),
);
const documents = globSync(['*.md', 'docs/**/*.md', 'src/**/*.md'])
  // The requirements quote the source documents, and the list of wording keys the interface.
  .filter((file) => !/^docs[/\\](?:requirements[/\\]|reference[/\\]language-keys)/.test(file))
  .map((file) => readFileSync(file, 'utf8').replace(/^```[\s\S]*?^```/gm, ''));
/** Summaries of endpoints and commands, and descriptions of settings. */
const summaries = globSync('src/**/*.ts').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:summary: |\.describe\(\s*)(['"`])([\s\S]*?)\1/g)].map(
    ([, , text = '']) => text,
  ),
);

interface Phrase {
  name: string;
  pattern: RegExp;
  ceilings: { comments: number; documents: number; summaries: number };
}

const phrases: Phrase[] = [
  {
    name: 'a sentence whose subject starts with What, Who, Whoever or Where',
    pattern: /(?:^|[.:] |^[-*|] )(?:What|Who|Whoever|Where) [^.?]*\./gm,
    ceilings: { comments: 0, documents: 1, summaries: 0 },
  },
  {
    name: 'data or code that tells, says, hears or asks',
    pattern: /\b(?:is|are|was|were|be|been) (?:told|said|asked|heard|handed)\b|\b(?:tells?|hears?) /g,
    ceilings: { comments: 2, documents: 1, summaries: 0 },
  },
  {
    name: 'old adverbs and verbs',
    pattern:
      /\b(?:anew|of before|reckon\w*|whoever|nobody)\b|\bby (?:itself|themselves)\b|\bstands? (?!for)/gi,
    ceilings: { comments: 0, documents: 1, summaries: 0 },
  },
  {
    name: 'must written as "is to"',
    pattern: /\b(?:is|are) to (?!date\b)[a-z]+/g,
    ceilings: { comments: 0, documents: 0, summaries: 0 },
  },
];

const count = (texts: string[], pattern: RegExp) =>
  texts.reduce((total, text) => total + [...text.matchAll(pattern)].length, 0);

describe('prose', () => {
  it.each(phrases)('has no more of: $name', ({ pattern, ceilings }) => {
    expect({
      comments: count(comments, pattern),
      documents: count(documents, pattern),
      summaries: count(summaries, pattern),
    }).toEqual(ceilings);
  });
});
