/** What a command of `npm run shop` is, and how its words are read. */
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { BadCell, readInteger } from '../catalog/csv/cells.ts';
import type { Services } from '../core/services.ts';

/** The command was written wrongly; its usage is printed with the message. */
export class BadUsage extends Error {
  override name = 'BadUsage';
}

export interface Call {
  services: Services;
  /** Words after the command, switches left out. */
  words: string[];
  /** Switches that were given, without dashes, and what was given with them: '' of `--retry`. */
  switches: ReadonlyMap<string, string>;
  /** Prints a line. */
  say(line: string): void;
  /** Shows what is being done on a terminal, in place of the former note; '' clears it. */
  note(line: string): void;
  /** Asks a question on the terminal; left out where there is none. @returns whether the answer was yes */
  confirm?: ((question: string) => Promise<boolean>) | undefined;
}

export interface Command {
  usage: string;
  summary: string;
  switches?: readonly string[];
  /** Those of them that always have a value: `--convert 0.92` is `--convert=0.92`. */
  valued?: readonly string[];
  /** Whether a shop must have been opened and brought to the newest version; true by default. */
  needsShop?: false;
  /** @returns false when it worked in part only; the process then ends with code 1 */
  run(call: Call): Promise<boolean>;
}

/** The words, when there are as many. @throws BadUsage */
export function exactly(words: string[], count: number): string[] {
  if (words.length < count) throw new BadUsage('Something is missing.');
  if (words.length > count) throw new BadUsage('There are too many words.');
  return words;
}

/** A whole number between both. @throws BadUsage */
export function whole(text: string, least: number, most: number): number {
  try {
    const value = readInteger(text);
    if (value !== null && value >= least && value <= most) return value;
  } catch (error) {
    if (!(error instanceof BadCell)) throw error;
  }
  throw new BadUsage(`"${text}" is not a whole number between ${least} and ${most}.`);
}

/** What people wrote, for a line on a terminal: neither breaks nor signs that steer it are in it. */
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
