/** What is wrong with a value that does not fit its schema, in words for its author. */
import type { z } from 'zod';

/** `items[0].title`; '' for the whole. */
export function fieldName(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (name, part) =>
      typeof part === 'number' ? `${name}[${part}]` : name === '' ? String(part) : `${name}.${String(part)}`,
    '',
  );
}

const kinds: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

type Issue = z.core.$ZodRawIssue;

/** Messages of schemas that bring none of their own: what comes after the field's name. */
export function sentence(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is missing';
      return `must be ${kinds[issue.expected] ?? issue.expected}`;
    case 'too_big':
      return `${most(issue.origin, 'at most', Number(issue.maximum))}`;
    case 'too_small':
      return `${most(issue.origin, 'at least', Number(issue.minimum))}`;
    case 'invalid_value':
      if (issue.input === undefined) return 'is missing';
      return `must be ${issue.values.map(String).join(' or ')}`;
    case 'invalid_union':
      return issue.input === undefined ? 'is missing' : 'has a value of the wrong kind';
    default:
      return 'has the wrong form';
  }
}

function most(origin: string, bound: string, count: number): string {
  if (origin === 'string') return `must have ${bound} ${count} ${count === 1 ? 'character' : 'characters'}`;
  if (origin === 'array') return `must have ${bound} ${count} ${count === 1 ? 'entry' : 'entries'}`;
  return `must be ${bound} ${count}`;
}
