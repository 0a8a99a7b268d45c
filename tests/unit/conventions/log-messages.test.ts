/** Operators look up log messages in docs/operate/logs.md: it must list exactly the messages that the code logs. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const call = /\blog\??\.(?:debug|info|warn|error|fatal)\(/g;

/** Returns the text between the parenthesis that ends before `start` and the one that closes it. */
function argumentsAt(code: string, start: number): string {
  let depth = 1;
  let end = start;
  for (; depth > 0; end += 1) depth += { '(': 1, ')': -1 }[code[end] ?? ''] ?? 0;
  return code.slice(start, end - 1).trim();
}

const calls = globSync('src/server/**/*.ts').flatMap((file) => {
  const code = readFileSync(file, 'utf8');
  return [...code.matchAll(call)].map((match) => ({
    file,
    text: argumentsAt(code, match.index + match[0].length),
  }));
});
/** The last argument, a literal. Access log lines have fields only. */
const messages = calls.map(({ file, text }) => ({
  file,
  message: /(?:^|[,\s])'([^'\n]+)',?$/.exec(text)?.[1] ?? (/^\{[\s\S]*\}$/.test(text) ? null : text),
}));

test('docs/operate/logs.md lists every log message, and no other', () => {
  const logged = new Set(messages.flatMap(({ message }) => (message === null ? [] : [message])));
  expect(logged.size).toBeGreaterThan(50);
  const table = readFileSync('docs/operate/logs.md', 'utf8').matchAll(
    /^\| `([^`]+)` \| (?:debug|info|warn|error) \|/gm,
  );
  expect([...table].map(([, message]) => message).toSorted()).toEqual([...logged].toSorted());
});

test('a log message is lower-case words, with what it is about in fields', () => {
  const forms = messages.filter(({ message }) => message !== null && !/^[a-z]+(?: [a-z]+)*$/.test(message));
  expect(forms).toEqual([]);
  const withoutMessage = messages.filter(({ message }) => message === null).map(({ file }) => file);
  expect(withoutMessage.toSorted()).toEqual([
    'src/server/process/access-log.ts',
    'src/server/process/cache-hit-log.ts',
  ]);
});
