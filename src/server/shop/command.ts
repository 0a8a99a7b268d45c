/** What the commands of `npm run shop` share. */
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { CellError, readInteger } from '../catalog/csv/cells.ts';
import type { Services } from '../core/services.ts';
import type { trackProgress } from '../core/track-progress.ts';

export interface CommandOutput {
  /** Prints a line of the result. */
  say(line: string): void;
  /** Runs long work and shows its progress. */
  track: typeof trackProgress;
  /** Prints a line of an error. */
  printError(line: string): void;
  /** Asks a question on the terminal; left out where there is none. @returns whether the answer was yes */
  confirm?: ((question: string) => Promise<boolean>) | undefined;
}

export interface CommandContext extends CommandOutput {
  /** The shop, opened before a command that needs one. */
  services: Services;
  /** Whether the command was given `--json`. */
  isJson: boolean;
  /** 1 once a command has worked only in part. */
  exitCode: 0 | 1;
}

/** The option of each command that prints a list or a report. */
export const jsonOption = ['--json', 'print JSON, for programs'] as const;

/** Prints the result of a command as lines, or as JSON with `--json`. */
export function printResult({ say, isJson }: CommandContext, data: unknown, lines: readonly string[]): void {
  if (isJson) say(asciiControls(JSON.stringify(data, null, 2)));
  else for (const line of lines) say(line);
}

/** Escapes what JSON leaves as it is and a terminal or an editor obeys; the JSON means the same. */
export function asciiControls(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u2028\u2029\p{Bidi_Control}]/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Adds examples below the help of a command. @param lines what is written after `npm run shop -- ` */
export function addExamples(command: Command, ...lines: readonly string[]): Command {
  const examples = lines.map((line) => `  npm run shop -- ${line}`);
  return command.addHelpText('after', ['', 'Examples:', ...examples].join('\n'));
}

/** ISO 8601 in UTC, for JSON. @param instant ms UTC */
export const isoTime = (instant: number) => new Date(instant).toISOString();

/** `1 order`, `2 orders`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A whole number between both. @throws InvalidArgumentError */
export function whole(text: string, least: number, most: number): number {
  try {
    const value = readInteger(text);
    if (value !== null && value >= least && value <= most) return value;
  } catch (error) {
    if (!(error instanceof CellError)) throw error;
  }
  throw new InvalidArgumentError(`"${text}" is not a whole number between ${least} and ${most}.`);
}

/** Text that people wrote, for a line on a terminal: without line breaks and characters that control it. */
export function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
}

/**
 * Writes a temporary file and renames it, so that no reader sees half of it.
 * @param mode only the user who runs the command may read the file, because it may hold names and addresses
 */
export async function writeWhole(
  path: string,
  fill: (target: NodeJS.WritableStream) => Promise<void>,
  mode = 0o600,
): Promise<void> {
  const part = `${path}.part`;
  try {
    // A file that a killed command left has the permissions of its time.
    await rm(part, { force: true });
    await fill(createWriteStream(part, { flags: 'wx', mode }));
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
