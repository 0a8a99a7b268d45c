/** Reads and checks one file of a merchant's folder. */
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
 * Reads a JSON file without its `$schema`. With a `$schema`, a list is in a field named after the file.
 * @returns null when the file does not exist
 * @throws FileError
 */
export async function readJson(path: string): Promise<unknown> {
  let text = '';
  try {
    text = await readFile(path, 'utf8');
    // Some editors write a byte-order mark.
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

/** Checks for the usual mistake of hand-edited JSON, which the parser's message does not name. Texts in quotes are skipped. */
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
 * Checks a value against its schema; unknown fields are errors, because they are typos.
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
 * Loads an image that a file names.
 * @param place of the image in the file, '' if the file has only one
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
