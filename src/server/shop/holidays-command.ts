/** Defines the CLI command that adds the public holidays of a year to holidays.json. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { holidaySchema } from '../checkout/settings.ts';
import { addExamples, type CommandContext, parseIntegerInRange, writeFileAtomically } from './command.ts';
import { readJson, validateFileValue } from './read-file.ts';

const dayMs = 86_400_000;

export function addHolidaysCommand(program: Command, { say }: CommandContext): void {
  const holidays = program
    .command('holidays <year> [file]')
    .summary('Add the public holidays of a year to holidays.json')
    .description(
      'Adds the public holidays of a year to each country in shop/holidays.json, or in another file of the same format. Regional holidays are not included: check the days, then run `apply`. Data: date-holidays, CC BY 3.0.',
    )
    .option('--warehouse <country>', 'also add the holidays of this country to your warehouse')
    .action(async (typed: string, file = 'shop/holidays.json', options: { warehouse?: string }) => {
      const year = parseIntegerInRange(typed, 2000, 2100);
      const path = resolve(file);
      const { warehouse, destinations } = validateFileValue(
        path,
        holidaySchema,
        (await readJson(path)) ?? {},
      );
      const stored = await readFile(path, 'utf8').catch(() => '');
      const $schema = /"\$schema"\s*:\s*"([^"]*)"/.exec(stored)?.[1] ?? './holidays.schema.json';
      if (!options.warehouse && Object.keys(destinations).length === 0)
        throw new Error(
          `${file} has no country. Add one, as in {"destinations": {"DE": []}}, or use --warehouse.`,
        );
      // Import lazily, because the holiday data of all countries would take memory in every running shop.
      const { default: Holidays } = await import('date-holidays');
      const extended = (days: readonly string[], country: string) => {
        const found = new Holidays(country).getHolidays(year) ?? [];
        const holidays = found.filter(({ type }) => type === 'public').flatMap(daysOf);
        if (holidays.length === 0)
          throw new Error(
            `The package date-holidays has no public holidays of "${country}" in ${year}. Use a two-letter country code, such as DE.`,
          );
        say(`${country}: ${holidays.join(', ')}`);
        return [...new Set([...days, ...holidays])].sort();
      };
      const all = {
        $schema,
        warehouse: options.warehouse ? extended(warehouse, options.warehouse) : warehouse,
        destinations: Object.fromEntries(
          Object.entries(destinations).map(([country, days]) => [country, extended(days, country)]),
        ),
      };
      const text = `${JSON.stringify(all, null, 2)}\n`;
      await writeFileAtomically(path, (target) => pipeline(Readable.from(text), target), 0o644);
      say(`Written to ${file}`);
    });
  addExamples(holidays, 'holidays 2027', 'holidays 2027 shop/holidays.json --warehouse DE');
}

/** Returns each day of a holiday as `YYYY-MM-DD`; some holidays last several days. */
function daysOf({ date, start, end }: { date: string; start: Date; end: Date }): string[] {
  const first = Date.parse(date.slice(0, 10));
  const count = Math.max(1, Math.round((end.getTime() - start.getTime()) / dayMs));
  return Array.from({ length: count }, (_, at) => new Date(first + at * dayMs).toISOString().slice(0, 10));
}
