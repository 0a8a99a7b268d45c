/** What the commands of `npm run shop` share. */
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { InvalidArgumentError } from 'commander';
import { BadCell, readInteger } from '../catalog/csv/cells.ts';
import type { Services } from '../core/services.ts';

export interface CommandOutput {
  /** Prints a line of the result. */
  say(line: string): void;
  /** Shows progress on a terminal, in place of the previous note; '' clears it. */
  note(line: string): void;
  /** Prints a line of an error. */
  printError(line: string): void;
  /** Asks a question on the terminal; left out where there is none. @returns whether the answer was yes */
  confirm?: ((question: string) => Promise<boolean>) | undefined;
}

export interface CommandContext extends CommandOutput {
  /** The shop, opened before a command that needs one. */
  services: Services;
  /** 1 once a command has worked only in part. */
  exitCode: 0 | 1;
}

/** A whole number between both. @throws InvalidArgumentError */
export function whole(text: string, least: number, most: number): number {
  try {
    const value = readInteger(text);
    if (value !== null && value >= least && value <= most) return value;
  } catch (error) {
    if (!(error instanceof BadCell)) throw error;
  }
  throw new InvalidArgumentError(`"${text}" is not a whole number between ${least} and ${most}.`);
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
