/** Reads and validates one file of a merchant's folder. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { z } from 'zod';
import type { MediaImage } from '#lib/media/image.ts';
import { checkValue, describeProblem, unknownFieldProblem } from '../core/schema-problem.ts';
import { findUnknownKeys } from '../core/unknown-keys.ts';
import { ImageError } from '../media/image-error.ts';
import type { LoadImage } from '../media/image-loader.ts';
import { FileError } from './file-error.ts';

/**
 * Reads a JSON file and drops its `$schema` field. In a file with `$schema`, a list is in a field named after the file.
 * @returns null if the file does not exist
 * @throws FileError
 */
export async function readJson(path: string): Promise<unknown> {
  let text = '';
  try {
    text = await readFile(path, 'utf8');
    // Remove the byte-order mark that some editors write.
    return withoutSchema(JSON.parse(text.replace(/^\uFEFF/, '')), basename(path, '.json'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    if (code === 'EISDIR') throw new FileError(path, 'This must be a file.');
    if (!(error instanceof SyntaxError)) throw new FileError(path, String(error));
    const comma = hasTrailingComma(text) ? '. Remove the comma before a closing bracket' : '';
    throw new FileError(path, `This is not valid JSON: ${error.message}${comma}`);
  }
}

/**
 * Returns whether JSON has a trailing comma, a common mistake in hand-edited files that the parser's error message does not
 * mention. Commas in strings are ignored.
 */
function hasTrailingComma(text: string): boolean {
  const outsideTexts = text.replace(/"(?:\\.|[^"\\])*"/g, '""');
  return /,\s*[}\]]/.test(outsideTexts);
}

function withoutSchema(file: unknown, name: string): unknown {
  if (typeof file !== 'object' || file === null || !Object.hasOwn(file, '$schema')) return file;
  const { $schema, ...rest } = file as Record<string, unknown>;
  return Array.isArray(rest[name]) && Object.keys(rest).length === 1 ? rest[name] : rest;
}

/**
 * Validates a value against its schema. Unknown fields are errors, because they are usually typos.
 * @throws FileError with all errors
 */
export function validateFileValue<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const { data, problems } = checkValue<z.ZodType>(schema, value);
  const found =
    problems ?? findUnknownKeys(value, data).map((place) => unknownFieldProblem(place, schema, value));
  if (found.length === 0) return data as z.output<Schema>;
  throw new FileError(path, ...found.map((problem) => describeProblem(problem, value)));
}

/**
 * Loads an image that a file refers to.
 * @param place path of the image field in the file; '' if the file has only one image
 * @throws FileError
 */
export async function loadAt(path: string, source: string, load: LoadImage, place = ''): Promise<MediaImage> {
  try {
    return await load(source);
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    throw new FileError(path, [place, error.message].filter(Boolean).join(': '));
  }
}
