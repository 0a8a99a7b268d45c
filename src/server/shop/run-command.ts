/** Runs a command of `npm run shop`: reads its words and switches, opens the shop, and turns what happens into an exit code. */
import type { Services } from '../core/services.ts';
import { BadUsage, type Call } from './command.ts';
import { commands } from './commands.ts';

export interface CommandOutput {
  /** Prints a line of the result. */
  say(line: string): void;
  /** Shows progress on a terminal, in place of the previous note; '' clears it. */
  note(line: string): void;
  /** Prints a line of an error. */
  printError(line: string): void;
  /** Asks a question on the terminal; left out where there is none. */
  confirm?: ((question: string) => Promise<boolean>) | undefined;
}

/**
 * Runs one command.
 * @param args as on the command line: the command, its words and its switches
 * @param openShop opens the shop of the environment; called only for a command that needs one, and closed after it
 * @returns the exit code: 0 done, 1 failed, 2 wrong usage
 */
export async function runCommand(
  [name = 'help', ...rest]: string[],
  { say, note, printError, confirm }: CommandOutput,
  openShop: () => Promise<{ services: Services; close(): Promise<void> }>,
): Promise<number> {
  if (['help', '--help', '-h'].includes(name)) {
    say(help());
    return 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    printError(`There is no command "${name}".\n\n${help()}`);
    return 2;
  }
  const { words, switches } = readWords(rest, command.valued ?? []);
  const unknown = [...switches.keys()].find((given) => !command.switches?.includes(given));
  if (switches.has('help')) {
    say(`npm run shop -- ${command.usage}\n  ${command.summary}`);
    return 0;
  }
  try {
    if (unknown !== undefined) throw new BadUsage(`There is no switch --${unknown} here.`);
    const shop = command.needsShop === false ? null : await openShop();
    try {
      const services = shop?.services as Services;
      const call = { words, switches, say, note, confirm, services } satisfies Call;
      return (await command.run(call)) ? 0 : 1;
    } finally {
      await shop?.close();
    }
  } catch (error) {
    note('');
    printError(error instanceof Error ? error.message : String(error));
    if (!(error instanceof BadUsage)) return 1;
    printError(`\nnpm run shop -- ${command.usage}`);
    return 2;
  }
}

/** Parts words from switches. @param valued switches whose value may be the next word */
function readWords(typed: readonly string[], valued: readonly string[]) {
  const words: string[] = [];
  const switches = new Map<string, string>();
  const left = [...typed];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    const [, name, value] = /^--([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
    if (name === undefined) words.push(word);
    else switches.set(name, value ?? (valued.includes(name) ? (left.shift() ?? '') : ''));
  }
  return { words, switches };
}

function help(): string {
  const entries = Object.values(commands);
  const width = Math.max(...entries.map((command) => command.usage.length));
  const lines = entries.map((command) => `  ${command.usage.padEnd(width)}  ${command.summary}`);
  return `npm run shop -- COMMAND\n\n${lines.join('\n')}\n\nThe shop is the one of DATA_DIR, or of DATABASE_URL and STORAGE_URL.`;
}
