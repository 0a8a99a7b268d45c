/** Types and helpers shared by the commands of `npm run shop`. */
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { CellError, readInteger } from '../catalog/csv/cells.ts';
import type { Services } from '../core/services.ts';
import type { trackProgress } from '../core/track-progress.ts';

export interface CommandOutput {
  say(line: string): void;
  /** Runs a long operation and displays its progress. */
  track: typeof trackProgress;
  printError(line: string): void;
  /** Asks a yes-or-no question; undefined if there is no terminal. @returns whether the answer was yes */
  confirm?: ((question: string) => Promise<boolean>) | undefined;
}

export interface CommandContext extends CommandOutput {
  /** Services of the shop; opened only for commands that need them. */
  services: Services;
  /** Whether `--json` is set. */
  isJson: boolean;
  /** Exit code if the command does not throw: 1 after a partial failure, else 0. */
  exitCode: 0 | 1;
}

/** The `--json` option, for commands that print a list or a report. */
export const jsonOption = ['--json', 'print JSON, for programs'] as const;

/** Prints a result as lines of text, or as JSON with `--json`. */
export function printResult(
  { say: printLine, isJson }: CommandContext,
  data: unknown,
  lines: readonly string[],
): void {
  if (isJson) printLine(escapeControlCharacters(JSON.stringify(data, null, 2)));
  else for (const line of lines) printLine(line);
}

/** Escapes control and bidi characters that JSON allows but terminals and editors interpret; the JSON value stays the same. */
export function escapeControlCharacters(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u2028\u2029\p{Bidi_Control}]/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Adds examples to the help of a command. @param lines text after `npm run shop -- ` */
export function addExamples(command: Command, ...lines: readonly string[]): Command {
  const examples = lines.map((line) => `  npm run shop -- ${line}`);
  return command.addHelpText('after', ['', 'Examples:', ...examples].join('\n'));
}

/** Formats an instant as ISO 8601 in UTC. @param instant ms UTC */
export const isoTime = (instant: number) => new Date(instant).toISOString();

/** Returns a count with its noun: `1 order`, `2 orders`. */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Parses an integer from `min` to `max`, inclusive. @throws InvalidArgumentError */
export function parseIntegerInRange(text: string, min: number, max: number): number {
  try {
    const value = readInteger(text);
    if (value !== null && value >= min && value <= max) return value;
  } catch (error) {
    if (!(error instanceof CellError)) throw error;
  }
  throw new InvalidArgumentError(`"${text}" is not a whole number between ${min} and ${max}.`);
}

/** Returns user-supplied text as one line for the terminal, without line breaks and control characters. */
export function toTerminalLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
}

/**
 * Writes a temporary file and renames it, so that readers never see a partial file.
 * @param mode file permissions; by default only the current user may read the file, because it may contain personal data
 */
export async function writeFileAtomically(
  path: string,
  fill: (target: NodeJS.WritableStream) => Promise<void>,
  mode = 0o600,
): Promise<void> {
  const part = `${path}.part`;
  try {
    // Delete a file left by a killed command, which would keep its old permissions.
    await rm(part, { force: true });
    await fill(createWriteStream(part, { flags: 'wx', mode }));
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
