/** The commands of `npm run shop`, in the order its help lists them. */
import { catalogueCommands } from './catalogue-commands.ts';
import type { Command } from './command.ts';
import { deleteCommands } from './delete-commands.ts';
import { orderCommands } from './order-commands.ts';
import { peopleCommands } from './people-commands.ts';
import { reportCommand } from './report-command.ts';
import { returnCommands } from './return-commands.ts';
import { reviewCommands } from './review-commands.ts';
import { shopAndBackupCommands } from './shop-and-backup-commands.ts';

export const commands: Record<string, Command> = {
  ...catalogueCommands,
  ...deleteCommands,
  ...orderCommands,
  ...returnCommands,
  ...peopleCommands,
  ...reviewCommands,
  ...reportCommand,
  ...shopAndBackupCommands,
};
