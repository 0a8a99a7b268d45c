/** The command that tells a merchant how many came and what became of it. */
import { readDays } from '../tracking/figures.ts';
import { reportLines } from '../tracking/report.ts';
import { readTimeZone } from '../tracking/settings.ts';
import { type Command, exactly, onOneLine, whole } from './command.ts';

export const reportCommand: Record<string, Command> = {
  report: {
    usage: 'report [--days N]',
    summary:
      'Shows visits, what became of them, sources and products of the last 7 days, today among them, or of N days.',
    switches: ['days'],
    run: async ({ services, words, switches, say }) => {
      // `--days 30` as well as `--days=30`.
      const given = switches.get('days');
      exactly(words, given === '' ? 1 : 0);
      const count = whole(given || (words[0] ?? '7'), 1, 730);
      const zone = await readTimeZone(services.db.read);
      const { days, figures } = await readDays(services, count, zone);
      const ids = figures.flatMap(({ kind, name }) => (kind === 'product' ? [Number(name)] : []));
      const titles = await titlesOf(services.db.read, [...new Set(ids)]);
      for (const line of reportLines(days, figures, titles, zone)) say(line);
      return true;
    },
  },
};

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
