/** Formats the shop's report as lines of text (`npm run shop -- report`). Pure. */
import { formatPlainAmount } from '../catalog/csv/cells.ts';
import type { DailyStatsRow } from './compute-daily-stats.ts';

const barWidth = 24;
/** Maximum number of products and of sources in a list. */
const maxEntries = 10;

type Measure = 'visits' | 'views' | 'lookers' | 'adders' | 'checkouts' | 'bots' | 'added' | 'sold' | 'orders';

/**
 * Returns the lines of the report.
 * @param days the days of the report, oldest first
 * @param figures statistics of those days, in any order
 * @param titles product titles by id
 */
export function reportLines(
  days: readonly string[],
  figures: readonly DailyStatsRow[],
  titles: ReadonlyMap<string, string>,
  zone: string,
): string[] {
  const shop = figures.filter(({ kind }) => kind === 'shop');
  const sum = (measure: Measure) => shop.reduce((total, row) => total + row[measure], 0);
  const visits = sum('visits');
  const orders = sum('orders');
  const funnel: [string, number][] = [
    ['Visits', visits],
    ['Visits that viewed a product', sum('lookers')],
    ['Visits that added to the bag', sum('adders')],
    ['Visits that opened a checkout', sum('checkouts')],
    ['Paid orders', orders],
  ];
  return [
    `${days[0]} to ${days.at(-1)} (${zone})`,
    '',
    ...bars(funnel, (count) => share(count, visits)),
    '',
    ...moneyLines(figures),
    `${sum('views')} page views, plus ${sum('bots')} by bots.`,
    '',
    'Day            visits    views   orders    load time, ms',
    ...days.map((day) =>
      dayLine(
        day,
        shop.find((row) => row.day === day),
      ),
    ),
    '',
    ...section('Sources of visits', top(figures, 'source', 'visits')),
    ...section('Products viewed', named(top(figures, 'product', 'views'), titles)),
    ...section('Units added to bags', named(top(figures, 'product', 'added'), titles)),
    ...section('Units sold', named(top(figures, 'product', 'sold'), titles)),
    'The browser stores a random id to count visits, and sends it to no other site. Visitors with Do Not',
    'Track or Global Privacy Control are not counted in visits, views and bags. Orders, units sold and',
    'money include everybody. A visit across midnight counts on both days.',
  ];
}

function dayLine(day: string, row: DailyStatsRow | undefined): string {
  if (!row) return `${day}   no data`;
  const cells = [row.visits, row.views, row.orders, row.load_time ?? '-'];
  const widths = [8, 8, 8, 16];
  return day + cells.map((cell, at) => String(cell).padStart(widths[at]! + (at === 0 ? 3 : 1))).join('');
}

function moneyLines(figures: readonly DailyStatsRow[]): string[] {
  const totals = new Map<string, { orders: number; amount: number; refunded: number }>();
  for (const { kind, name, orders, amount, refunded } of figures) {
    if (kind !== 'money') continue;
    const sum = totals.get(name) ?? { orders: 0, amount: 0, refunded: 0 };
    totals.set(name, {
      orders: sum.orders + orders,
      amount: sum.amount + amount,
      refunded: sum.refunded + refunded,
    });
  }
  return [...totals].map(
    ([currency, { orders, amount, refunded }]) =>
      `${formatPlainAmount(amount, currency)} ${currency} paid for ${orders} orders, ${formatPlainAmount(refunded, currency)} ${currency} refunded.`,
  );
}

function top(
  figures: readonly DailyStatsRow[],
  kind: DailyStatsRow['kind'],
  measure: Measure,
): [string, number][] {
  const totals = new Map<string, number>();
  for (const row of figures) {
    if (row.kind === kind) totals.set(row.name, (totals.get(row.name) ?? 0) + row[measure]);
  }
  return [...totals]
    .filter(([, count]) => count > 0)
    .sort(([one, first], [other, second]) => second - first || (one < other ? -1 : 1))
    .slice(0, maxEntries);
}

function named(
  entries: readonly [string, number][],
  titles: ReadonlyMap<string, string>,
): [string, number][] {
  return entries.map(([id, count]) => [titles.get(id) ?? `product ${id}, deleted`, count]);
}

function section(title: string, entries: readonly [string, number][]): string[] {
  return entries.length === 0 ? [] : [title, ...bars(entries), ''];
}

function bars(entries: readonly [string, number][], after: (count: number) => string = () => ''): string[] {
  const maxCount = Math.max(1, ...entries.map(([, count]) => count));
  return entries.map(([name, count]) => {
    const label = (name.length > 30 ? `${name.slice(0, 29)}…` : name).padEnd(30);
    const bar = bar8(count / maxCount).padEnd(barWidth);
    return `  ${label} ${String(count).padStart(7)}  ${bar} ${after(count)}`.trimEnd();
  });
}

/** Returns a bar of block characters, with a precision of an eighth of a character. */
function bar8(part: number): string {
  const eighths = Math.round(part * barWidth * 8);
  const rest = eighths % 8;
  return '█'.repeat(Math.floor(eighths / 8)) + (rest > 0 ? String.fromCodePoint(0x2590 - rest) : '');
}

function share(count: number, all: number): string {
  return all === 0 ? '' : `${((100 * count) / all).toFixed(1)} %`;
}
