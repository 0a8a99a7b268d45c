/** Runs a command of `npm run shop`: opens the shop for it, and turns what happens into an exit code. */
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import type { Services } from '../core/services.ts';
import { addCatalogueCommands } from './catalogue-commands.ts';
import type { CommandContext, CommandOutput } from './command.ts';
import { addDeleteCommands } from './delete-commands.ts';
import { addHolidaysCommand } from './holidays-command.ts';
import { addOrderCommands } from './order-commands.ts';
import { addPeopleCommands } from './people-commands.ts';
import { addReportCommand } from './report-command.ts';
import { addReturnCommands } from './return-commands.ts';
import { addReviewCommands } from './review-commands.ts';
import { addShopAndBackupCommands } from './shop-and-backup-commands.ts';

const withoutShop = ['generate', 'holidays', 'schema'];

/**
 * Runs one command.
 * @param args as on the command line: the command, its arguments and its options
 * @param openShop opens the shop of the environment; called only for a command that needs one, and closed after it
 * @returns the exit code: 0 done, 1 failed, 2 wrong usage
 */
export async function runCommand(
  args: string[],
  output: CommandOutput,
  openShop: () => Promise<{ services: Services; close(): Promise<void> }>,
): Promise<number> {
  const context: CommandContext = { ...output, services: {} as Services, exitCode: 0 };
  let shop: Awaited<ReturnType<typeof openShop>> | undefined;
  let running = new Command('npm run shop --');
  const program = running
    .exitOverride()
    .showHelpAfterError()
    .configureOutput({
      writeOut: (text) => output.say(text.trimEnd()),
      writeErr: (text) => output.printError(text.trimEnd()),
    })
    .addHelpText('after', '\nThe shop is the one of DATA_DIR, or of DATABASE_URL and STORAGE_URL.')
    .hook('preAction', async (_program, command) => {
      running = command;
      if (withoutShop.includes(command.name())) return;
      shop = await openShop();
      context.services = shop.services;
    });
  addCatalogueCommands(program, context);
  addDeleteCommands(program, context);
  addOrderCommands(program, context);
  addReturnCommands(program, context);
  addPeopleCommands(program, context);
  addReviewCommands(program, context);
  addReportCommand(program, context);
  addHolidaysCommand(program, context);
  addShopAndBackupCommands(program, context);
  try {
    await program.parseAsync(completed(args), { from: 'user' }).catch((error: unknown) => {
      output.note('');
      // An action found a wrong argument: its command reports it as it does any other.
      throw error instanceof InvalidArgumentError ? running.error(error.message) : error;
    });
    return context.exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    output.printError(error instanceof Error ? error.message : String(error));
    return 1;
  } finally {
    await shop?.close();
  }
}

/** Writes out what commander would read otherwise: no command is `help`, `orders 5` lists, and `--again 5` is not `--again=5`. */
function completed([name = 'help', ...rest]: readonly string[]): string[] {
  const lists = /^(?:orders|returns)$/.test(name) && /^(?:\d+|--(?!help).*)?$/.test(rest[0] ?? '');
  const words = rest.map((word) => (word === '--again' ? '--again=' : word));
  return [name, ...(lists ? ['list'] : []), ...words];
}
