/** Runs a command of `npm run shop`. */
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import type { Services } from '../core/services.ts';
import { addCatalogueCommands, addGenerateCommand } from './catalogue-commands.ts';
import type { CommandContext, CommandOutput } from './command.ts';
import { addDeleteCommands } from './delete-commands.ts';
import { addHolidaysCommand } from './holidays-command.ts';
import { addOrderCommands } from './order-commands.ts';
import { addPersonalDataCommands } from './personal-data-commands.ts';
import { addReportCommand } from './report-command.ts';
import { addReturnCommands } from './return-commands.ts';
import { addReviewCommands } from './review-commands.ts';
import { addShopAndBackupCommands } from './shop-and-backup-commands.ts';
import { addStaffCommands } from './staff-commands.ts';
import { addTextsCommand } from './texts-command.ts';

const withoutShop = ['generate', 'holidays', 'schema'];

/** Width of help texts in characters, independent of the terminal's width. */
const helpWidth = 80;

/**
 * Runs one command.
 * @param args the command with its arguments and options, as typed on the command line
 * @param openShop opens the configured shop; called only for a command that needs the shop, which is closed afterwards
 * @returns the exit code: 0 done, 1 failed, 2 wrong usage
 */
export async function runCommand(
  args: string[],
  output: CommandOutput,
  openShop: () => Promise<{ services: Services; close(): Promise<void> }>,
): Promise<number> {
  const context: CommandContext = { ...output, services: {} as Services, isJson: false, exitCode: 0 };
  let shop: Awaited<ReturnType<typeof openShop>> | undefined;
  let running = new Command('npm run shop --');
  const program = running
    .exitOverride()
    .showHelpAfterError()
    .configureOutput({
      writeOut: (text) => output.say(text.trimEnd()),
      writeErr: (text) => output.printError(text.trimEnd()),
      getOutHelpWidth: () => helpWidth,
      getErrHelpWidth: () => helpWidth,
    })
    .configureHelp({ subcommandTerm: (command) => nameWithArguments(command) })
    .helpOption('-h, --help', 'show this help')
    .addHelpText(
      'after',
      [
        '',
        'Run `npm run shop -- help <command>` for its options and examples.',
        'Commands use the shop of DATA_DIR, or of DATABASE_URL and STORAGE_URL.',
        'Exit codes: 0 done, 1 failed, 2 wrong usage.',
      ].join('\n'),
    )
    .hook('preAction', async (_program, command) => {
      running = command;
      context.isJson = command.opts().json === true;
      if (withoutShop.includes(command.name())) return;
      shop = await openShop();
      context.services = shop.services;
    });
  program.commandsGroup('Catalogue:');
  addCatalogueCommands(program, context);
  addReviewCommands(program, context);
  program.commandsGroup('Orders:');
  addOrderCommands(program, context);
  addReturnCommands(program, context);
  program.commandsGroup('Customers:');
  addPersonalDataCommands(program, context);
  program.commandsGroup('Staff:');
  addStaffCommands(program, context);
  program.commandsGroup('Store files:');
  addShopAndBackupCommands(program, context);
  addReportCommand(program, context);
  addGenerateCommand(program, context);
  program.commandsGroup('Store files:');
  addTextsCommand(program, context);
  addHolidaysCommand(program, context);
  addDeleteCommands(program, context);
  program.commandsGroup('Help:');
  for (const group of [program, ...program.commands.filter(({ commands }) => commands.length > 0)])
    group.helpCommand('help [command]', 'Show the help of a command');
  try {
    await program.parseAsync(completed(args), { from: 'user' }).catch((error: unknown) => {
      // Report invalid arguments that a command's action finds in the same way as those that commander finds.
      throw error instanceof InvalidArgumentError ? running.error(`error: ${error.message}`) : error;
    });
    return context.exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    output.printError(messageOf(error));
    return 1;
  } finally {
    await shop?.close();
  }
}

/** Error messages for a file, by system error code. */
const fileProblems: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist. Check the path.',
  ENOTDIR: 'does not exist. Check the path.',
  EISDIR: 'is a folder. Give the path of a file.',
  EACCES: 'cannot be opened: you have no permission.',
  ENOSPC: 'cannot be written: the disk is full.',
};

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '', path } = error as NodeJS.ErrnoException;
  const problem = fileProblems[code];
  return problem && path ? `${path} ${problem}` : error.message;
}

/** Returns a command's name for help lists; subcommands also show their required arguments. */
function nameWithArguments(command: Command): string {
  const needed = command.parent?.parent ? command.registeredArguments.filter(({ required }) => required) : [];
  return [command.name(), ...needed.map((argument) => `<${argument.name()}>`)].join(' ');
}

/**
 * Rewrites arguments that commander would parse differently: no command becomes `help`, `help orders refund` becomes `orders refund
 * --help`, `orders 5` becomes `orders list 5`, and in `--again 5` the 5 is not the value of `--again`.
 */
function completed([name = 'help', ...rest]: readonly string[]): string[] {
  if (name === 'help' && rest.length > 1) return [...rest, '--help'];
  const lists = /^(?:orders|returns)$/.test(name) && /^(?:\d+|--(?!help).*)?$/.test(rest[0] ?? '');
  const args = rest.map((word) => (word === '--again' ? '--again=' : word));
  return [name, ...(lists ? ['list'] : []), ...args];
}
