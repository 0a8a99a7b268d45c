/** Defines the CLI command that reports visits and orders. */
import type { Command } from 'commander';
import { toWire } from '#lib/money/minor.ts';
import type { DailyStatsRow } from '../tracking/compute-daily-stats.ts';
import { reportLines } from '../tracking/report.ts';
import { readTimeZone } from '../tracking/settings.ts';
import { readDailyStats } from '../tracking/visit-stats.ts';
import {
  addExamples,
  type CommandContext,
  jsonOption,
  parseIntegerInRange,
  printResult,
  toTerminalLine,
} from './command.ts';

export function addReportCommand(program: Command, context: CommandContext): void {
  const report = program
    .command('report')
    .summary('Show visits, orders, sources and products of the last 7 days or of --days')
    .description(
      'Shows the visits of the last N days (--days), how many of them led to an order, where they came from, and which products were viewed and sold.',
    )
    .option('--days <count>', 'number of days, including today', '7')
    .option(...jsonOption)
    .action(async (options: { days: string }) => {
      const { services, track } = context;
      const zone = await readTimeZone(services.db.read);
      const count = parseIntegerInRange(options.days, 1, 730);
      const { days, figures } = await track({ title: 'Counting', unit: 'days' }, (onProgress) =>
        readDailyStats(services, count, zone, onProgress),
      );
      const ids = figures.flatMap(({ kind, name }) => (kind === 'product' ? [Number(name)] : []));
      const titles = await titlesOf(services.db.read, [...new Set(ids)]);
      const data = {
        ...{ time_zone: zone, days, product_titles: Object.fromEntries(titles) },
        figures: figures.map(inCurrency),
      };
      printResult(context, data, reportLines(days, figures, titles, zone));
    });
  addExamples(report, 'report', 'report --days 30', 'report --days 30 --json');
}

/** Converts amounts from minor units to major units of their currency. */
function inCurrency(row: DailyStatsRow): DailyStatsRow {
  if (row.kind !== 'money') return row;
  return { ...row, amount: toWire(row.amount, row.name), refunded: toWire(row.refunded, row.name) };
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
    for (const { id, title } of rows) titles.set(String(id), toTerminalLine(title));
  }
  return titles;
}
