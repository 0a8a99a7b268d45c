/**
 * Calculates the statistics of a day from the stored rows. A visit counts on each day on which it has a page view, and an event on
 * the day on which it happened, so that the statistics of a past day never change. Bots are counted separately.
 */
import type { Insertable } from 'kysely';
import { shiftDay, startOfDay } from '#lib/shop-day.ts';
import { chunk } from '../db/chunk.ts';
import type { Queryable } from '../db/database.ts';
import type { DailyFiguresTable } from '../db/tables.ts';
import {
  filterExistingProductIds,
  readBagAdditions,
  readLoads,
  readProductsByHandle,
  readRevenue,
  readSources,
  readUnitsSold,
  readViews,
  readViewTimeSpan,
} from './daily-stats-store.ts';

export type DailyStatsRow = Insertable<DailyFiguresTable>;

/** Time span of one query, ms: short enough that a query does not block the server, even on a busy day. */
const slice = 5 * 60_000;
/** Maximum number of visit sources per day with statistics of their own; the others are combined. */
const maxSources = 200;

interface Visit {
  views: number;
  isLooker: boolean;
  isAdder: boolean;
  isAtCheckout: boolean;
}

/** Calculates the statistics of one day. @param day `YYYY-MM-DD` in the time zone `zone` */
export async function computeDailyStats(db: Queryable, day: string, zone: string): Promise<DailyStatsRow[]> {
  const from = startOfDay(day, zone);
  const to = startOfDay(shiftDay(day, 1), zone);
  const counted = await countViews(db, from, to);
  const { visits } = counted;
  const products = await countProducts(db, from, to, counted);
  const shop = blank(day, 'shop', '');
  for (const visit of visits.values()) addVisit(shop, visit);
  shop.bots = counted.bots;
  shop.load_time = await loadTime(db, from, to);
  const money = await readRevenue(db, from, to);
  for (const { orders } of money) shop.orders += orders;
  return [
    shop,
    ...(await bySource(db, day, visits)),
    ...[...products].map(([id, figures]) => ({ ...blank(day, 'product', String(id)), ...figures })),
    ...money.map(({ currency, ...figures }) => ({ ...blank(day, 'money', currency), ...figures })),
  ];
}

interface Counted {
  visits: Map<string, Visit>;
  /** Number of views of each product page, by product handle. */
  handles: Map<string, number>;
  bots: number;
}

async function countViews(db: Queryable, from: number, to: number): Promise<Counted> {
  const counted: Counted = { visits: new Map(), handles: new Map(), bots: 0 };
  const span = await readViewTimeSpan(db, from, to);
  for (let at = span.from; at < span.to; at += slice) {
    for (const row of await readViews(db, at, Math.min(at + slice, span.to))) {
      if (row.isBot) counted.bots += row.views;
      else addView(counted, row);
    }
  }
  return counted;
}

function addView({ visits, handles }: Counted, row: Awaited<ReturnType<typeof readViews>>[number]): void {
  const existing = visits.get(row.sessionId);
  const visit = existing ?? { views: 0, isLooker: false, isAdder: false, isAtCheckout: false };
  visits.set(row.sessionId, visit);
  visit.views += row.views;
  visit.isLooker ||= row.pageType === 'detail';
  visit.isAtCheckout ||= row.pageType === 'checkouts';
  if (row.handle !== '') handles.set(row.handle, (handles.get(row.handle) ?? 0) + row.views);
}

/** Returns views, units added to bags and units sold, by product id. Sets `isAdder` on visits that added a product to the bag. */
async function countProducts(db: Queryable, from: number, to: number, { visits, handles }: Counted) {
  const products = new Map<number, { views: number; added: number; sold: number }>();
  const of = (id: number) => {
    const figures = products.get(id) ?? { views: 0, added: 0, sold: 0 };
    products.set(id, figures);
    return figures;
  };
  for (const part of chunk([...handles.keys()])) {
    for (const { id, handle } of await readProductsByHandle(db, part))
      of(id).views += handles.get(handle) ?? 0;
  }
  for (let at = from; at < to; at += 12 * slice) {
    for (const { sessionId, productId, pieces: units } of await readBagAdditions(
      db,
      at,
      Math.min(at + 12 * slice, to),
    )) {
      const visit = visits.get(sessionId);
      // A bag addition without a counted visit comes from a bot or from a visitor who opted out of tracking.
      if (!visit) continue;
      visit.isAdder = true;
      of(productId).added += units;
    }
  }
  for (const { productId, pieces: units } of await readUnitsSold(db, from, to)) of(productId).sold += units;
  // Drop products that do not exist, because clients can send any id.
  for (const part of chunk([...products.keys()])) {
    const existingIds = new Set(await filterExistingProductIds(db, part));
    for (const id of part) if (!existingIds.has(id) && products.get(id)?.sold === 0) products.delete(id);
  }
  return products;
}

async function bySource(
  db: Queryable,
  day: string,
  visits: ReadonlyMap<string, Visit>,
): Promise<DailyStatsRow[]> {
  const sources = new Map<string, DailyStatsRow>();
  for (const part of chunk([...visits.keys()])) {
    const sourceNames = await readSources(db, part);
    for (const id of part) {
      const name = sourceNames.get(id) ?? 'direct';
      const figures = sources.get(name) ?? blank(day, 'source', name);
      sources.set(name, figures);
      addVisit(figures, visits.get(id)!);
    }
  }
  return mostVisited([...sources.values()], day);
}

/** Combines all but the most visited sources into `other`, because untrusted clients choose the names of sources. */
function mostVisited(sources: readonly DailyStatsRow[], day: string): DailyStatsRow[] {
  const sorted = sources.toSorted((one, two) => two.visits - one.visits);
  const top = sorted.slice(0, maxSources);
  if (sorted.length === top.length) return top;
  const existing = top.find(({ name }) => name === 'other');
  const other = existing ?? blank(day, 'source', 'other');
  for (const rest of sorted.slice(maxSources)) {
    for (const key of ['visits', 'views', 'lookers', 'adders', 'checkouts'] as const) other[key] += rest[key];
  }
  return existing ? top : [...top, other];
}

function addVisit(figures: DailyStatsRow, visit: Visit): void {
  figures.visits += 1;
  figures.views += visit.views;
  figures.lookers += Number(visit.isLooker);
  figures.adders += Number(visit.isAdder);
  figures.checkouts += Number(visit.isAtCheckout);
}

/** Returns the 75th percentile of page load times, ms; null if there are none. */
async function loadTime(db: Queryable, from: number, to: number): Promise<number | null> {
  const times = await readLoads(db, from, to);
  const total = times.reduce((sum, { loads }) => sum + loads, 0);
  let countedLoads = 0;
  for (const { duration, loads } of times) {
    countedLoads += loads;
    if (countedLoads >= total * 0.75) return duration;
  }
  return null;
}

function blank(day: string, kind: DailyStatsRow['kind'], name: string): DailyStatsRow {
  return {
    ...{ day, kind, name, visits: 0, views: 0, lookers: 0, adders: 0, checkouts: 0, bots: 0 },
    ...{ added: 0, sold: 0, orders: 0, amount: 0, refunded: 0, load_time: null },
  };
}
