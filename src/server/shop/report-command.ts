/** The command that tells a merchant how many came and what became of it. */
import type { Command } from 'commander';
import { readDays } from '../tracking/figures.ts';
import { reportLines } from '../tracking/report.ts';
import { readTimeZone } from '../tracking/settings.ts';
import { type CommandContext, onOneLine, whole } from './command.ts';

/** Adds `report`. */
export function addReportCommand(program: Command, context: CommandContext): void {
  program
    .command('report')
    .description('Shows visits, what became of them, sources and products of the last days.')
    .option('--days <count>', 'how many days, today among them', '7')
    .action(async (options: { days: string }) => {
      const { services, say } = context;
      const zone = await readTimeZone(services.db.read);
      const { days, figures } = await readDays(services, whole(options.days, 1, 730), zone);
      const ids = figures.flatMap(({ kind, name }) => (kind === 'product' ? [Number(name)] : []));
      const titles = await titlesOf(services.db.read, [...new Set(ids)]);
      for (const line of reportLines(days, figures, titles, zone)) say(line);
    });
}

async function titlesOf(
  read: Parameters<typeof readTimeZone>[0],
  ids: readonly number[],
): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  for (let at = 0; at < ids.length; at += 500) {
    const rows = await read
      .selectFrom('products')
      .select(['id', 'title'])
      .where('id', 'in', ids.slice(at, at + 500))
      .execute();
    for (const { id, title } of rows) titles.set(String(id), onOneLine(title));
  }
  return titles;
}
