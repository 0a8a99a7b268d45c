/** Describes why a value does not match its schema, in a message for the author of the file. */
import type { z } from 'zod';
import { didYouMean } from './nearest-name.ts';

type Path = readonly PropertyKey[];

/** Returns a path as text, such as `items[0].title`; '' for an empty path. */
export function formatFieldPath(path: Path): string {
  return path.reduce<string>(
    (name, part) =>
      typeof part === 'number' ? `${name}[${part}]` : name === '' ? String(part) : `${name}.${String(part)}`,
    '',
  );
}

/** Fields by which a merchant recognises a list entry, best first. */
const idFields = ['id', 'handle', 'seo_url', 'code', 'lang', 'currency', 'country', 'from', 'title', 'name'];

/**
 * Returns a path with the id of the innermost list entry that contains it: `zones[0].methods[1].days (id "us-express")`.
 * @param value the root value of the path
 */
export function formatPathWithId(path: Path, value: unknown): string {
  let [here, id] = [value, ''];
  for (const part of path) {
    here = isRecord(here) ? here[part as keyof typeof here] : undefined;
    if (typeof part === 'number') id = idOf(here) || id;
  }
  return [formatFieldPath(path), id].filter(Boolean).join(' ');
}

function idOf(entry: unknown): string {
  if (!isRecord(entry)) return '';
  const field = idFields.find((name) => ['string', 'number'].includes(typeof entry[name]));
  return field === undefined ? '' : `(${field} ${JSON.stringify(entry[field])})`;
}

function isRecord(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null;
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

const formats: Record<string, string> = {
  date: 'a date such as 2026-12-24',
  datetime: 'a date and time with a time zone, such as 2026-12-24T18:00:00+01:00',
  url: 'a URL such as https://example.com',
  email: 'an email address',
};

const wrongType = 'has a value of the wrong type';

type Issue = z.core.$ZodRawIssue;

/** Returns the default error message for a zod issue, without the name of the field; a schema may define its own message. */
export function defaultIssueMessage(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is missing';
      return `must be ${kinds[issue.expected] ?? issue.expected}`;
    case 'too_big':
      return issue.inclusive === false
        ? `must be less than ${issue.maximum}`
        : bound(issue.origin, 'at most', Number(issue.maximum));
    case 'too_small':
      return issue.inclusive === false
        ? `must be more than ${issue.minimum}`
        : bound(issue.origin, 'at least', Number(issue.minimum));
    case 'invalid_value':
      if (issue.input === undefined) return 'is missing';
      return `must be ${oneOf(issue.values)}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return formats[issue.format] ? `must be ${formats[issue.format]}` : 'has the wrong format';
    case 'invalid_union':
      return issue.input === undefined ? 'is missing' : wrongType;
    case 'unrecognized_keys':
      return 'is not a known field';
    default:
      return 'has the wrong format';
  }
}

function bound(origin: string, text: string, count: number): string {
  if (origin === 'string') return `must have ${text} ${count} ${count === 1 ? 'character' : 'characters'}`;
  if (origin === 'array') return `must have ${text} ${count} ${count === 1 ? 'entry' : 'entries'}`;
  return `must be ${text} ${count}`;
}

function oneOf(values: readonly unknown[]): string {
  return values.map((value) => (value === '' ? 'left out' : JSON.stringify(value))).join(' or ');
}

/** A validation error: its path, and a message to append to the field's name. */
export interface SchemaProblem {
  path: Path;
  message: string;
}

export type SchemaResult<Output> =
  | { data: Output; problems?: undefined }
  | { data?: undefined; problems: SchemaProblem[] };

/** Validates a value against a schema. Returns the parsed value or all problems; never throws. */
export function checkValue<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): SchemaResult<z.output<Schema>> {
  const parsed = schema.safeParse(value, { error: defaultIssueMessage });
  if (parsed.success) return { data: parsed.data };
  const problems = flatten(parsed.error.issues, schema, value);
  // Report one problem per field: a cross-field rule adds nothing to a field that is invalid on its own.
  const places = problems.map(({ path }) => formatFieldPath(path));
  return { problems: problems.filter((_, at) => places.indexOf(places[at]!) === at) };
}

/** Formats a problem as one line: `[2].rules.value (seo_url "linen-15") must be at most 100.` */
export function describeProblem({ path, message }: SchemaProblem, value: unknown): string {
  const place = formatPathWithId(path, value);
  const joint = /^(must|is|are|has|have|contains|refers|requires)\b/.test(message) ? ' ' : ': ';
  return `${place}${place === '' ? '' : joint}${message}${/[.?!]$/.test(message) ? '' : '.'}`;
}

function flatten(
  issues: readonly z.core.$ZodIssue[],
  schema: z.ZodType,
  value: unknown,
  prefix: Path = [],
): SchemaProblem[] {
  return issues.flatMap((issue): SchemaProblem[] => {
    const path = [...prefix, ...issue.path];
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => unknownFieldProblem([...path, key], schema, value));
    }
    if (issue.code === 'invalid_key') return [{ path, message: issue.issues[0]?.message ?? issue.message }];
    if (issue.code === 'invalid_union') return ofUnion(issue, schema, value, path);
    return [{ path, message: issue.message }];
  });
}

/** Returns the problem for a field that the schema does not define. @param value the root value of the path */
export function unknownFieldProblem(path: Path, schema: z.ZodType, value: unknown): SchemaProblem {
  const [name, parent] = [String(path.at(-1)), path.slice(0, -1)];
  const fields = fieldNamesAt(schema, parent, value);
  const home = fields.find((field) => fieldNamesAt(schema, [...parent, field], value).includes(name));
  if (home !== undefined) return { path, message: `is in the wrong place; move it to "${home}"` };
  return { path, message: `is not a known field${didYouMean(name, fields)}` };
}

/** Returns the problems of the union member that the author probably meant: the one that defines all fields of the value. */
function ofUnion(
  issue: z.core.$ZodIssueInvalidUnion,
  schema: z.ZodType,
  value: unknown,
  path: Path,
): SchemaProblem[] {
  if (issue.errors.length === 0) {
    const field = String(path.at(-1));
    const allowed = schemasAt(schema, path.slice(0, -1), value, false).flatMap((each) =>
      valuesOf(shapeOf(each)?.[field]),
    );
    const fieldValue = valueAt(value, path);
    if (fieldValue === undefined) return [{ path, message: `is missing; it must be ${oneOf(allowed)}` }];
    const names = allowed.filter((each) => typeof each === 'string');
    const guess = typeof fieldValue === 'string' ? didYouMean(fieldValue, names).replace(/^\.$/, '') : '';
    return [{ path, message: `must be ${oneOf(allowed)}${guess}` }];
  }
  const isOfAnotherKind = (errors: readonly z.core.$ZodIssue[]) =>
    errors.some(
      ({ path: below, code }) => below.length === 0 && !['custom', 'unrecognized_keys'].includes(code),
    );
  const likely = issue.errors.filter((errors) => !isOfAnotherKind(errors));
  const hasKnownFields = (errors: readonly z.core.$ZodIssue[]) =>
    errors.every(({ code }) => code !== 'unrecognized_keys');
  const likelyErrors =
    likely.find(hasKnownFields) ?? likely[0]?.filter(({ code }) => code === 'unrecognized_keys');
  if (likelyErrors) return flatten(likelyErrors, schema, value, path);
  const messages = [...new Set(issue.errors.flatMap((errors) => errors.map(({ message }) => message)))];
  const requirements = messages.filter((message) => message.startsWith('must be '));
  if (requirements.length === 0 || issue.message !== wrongType) return [{ path, message: issue.message }];
  return [
    { path, message: `must be ${requirements.map((each) => each.slice('must be '.length)).join(' or ')}` },
  ];
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((here, part) => (isRecord(here) ? here[part] : undefined), value);
}

/** Returns the names of the fields that a schema defines at a path of a value; [] if the schema accepts any key there. */
function fieldNamesAt(schema: z.ZodType, path: Path, value: unknown): string[] {
  return schemasAt(schema, path, value).flatMap((each) => Object.keys(shapeOf(each) ?? {}));
}

/** The parts of a zod schema's definition that this file reads. */
interface Definition {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  valueType?: z.ZodType;
  innerType?: z.ZodType;
  in?: z.ZodType;
  getter?: () => z.ZodType;
  options?: readonly z.ZodType[];
  discriminator?: string;
  values?: readonly unknown[];
  entries?: Record<string, string>;
}

const definitionOf = (schema: z.ZodType) => schema.def as unknown as Definition;
const shapeOf = (schema: z.ZodType) => definitionOf(schema).shape;

function valuesOf(schema: z.ZodType | undefined): readonly unknown[] {
  if (!schema) return [];
  const { values, entries } = definitionOf(schema);
  return values ?? Object.values(entries ?? {});
}

/** Returns the schemas that apply at a path of a value; below a union there can be several. */
function schemasAt(schema: z.ZodType, path: Path, value: unknown, isSelected = true): z.ZodType[] {
  const bare = unwrap(schema, value, isSelected);
  const [part, ...rest] = path;
  if (part === undefined) return bare;
  const inner = isRecord(value) ? value[part] : undefined;
  return bare.flatMap((each) => {
    const { shape, element, valueType } = definitionOf(each);
    const next = shape?.[String(part)] ?? element ?? valueType;
    return next ? schemasAt(next, rest, inner, isSelected) : [];
  });
}

/** Unwraps optional, default, pipe and lazy schemas. For a discriminated union, returns only the members that match the value. */
function unwrap(schema: z.ZodType, value: unknown, isSelected: boolean): z.ZodType[] {
  const { innerType, in: input, getter, options, discriminator } = definitionOf(schema);
  const next = innerType ?? input ?? getter?.();
  if (next) return unwrap(next, value, isSelected);
  if (!options) return [schema];
  const all = options.flatMap((option) => unwrap(option, value, isSelected));
  if (!isSelected || discriminator === undefined || !isRecord(value)) return all;
  return all.filter((option) => valuesOf(shapeOf(option)?.[discriminator]).includes(value[discriminator]));
}
