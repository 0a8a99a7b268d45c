/** Encodes the bag for browser storage and decodes it, tolerating invalid content (LINE-01, LINE-07). Pure. */
import { parseStoredJson } from '../storage/device-storage.ts';
import {
  bundleType,
  type CustomizedOption,
  type ExtendParams,
  groupKey,
  type Line,
  makeLine,
  type NameValue,
  unitsPerSet,
} from './line.ts';

/** Storage key of the bag (R63). */
export const bagKey = 'cart';

const version = 1;
/** Maximum number of lines read from storage; this shop never stores a larger bag. */
const maxLines = 200;
/** Maximum number of change and order ids that the bag stores. */
export const maxStoredIds = 250;

export interface Bag {
  lines: readonly Line[];
  coupon: string;
  /** True if the shopper accepted a coupon that lowers the total discount (R102). */
  isCouponConfirmed: boolean;
  /** True if the coupon was filled in automatically, so that it may also be removed automatically (R102). */
  isCouponFilled: boolean;
  /** Ids of the latest changes: a tab checks this list to see whether another tab overwrote its change. */
  changes: readonly string[];
  /**
   * Gifts and coupons that the shopper recently declined, shared by all tabs: `<ms> gift <giftKey>` or `<ms> coupon <code>` (read by
   * declined.ts).
   */
  declined: readonly string[];
  /** Orders whose lines have already been removed from the bag. */
  orders: readonly string[];
}

export const emptyBag: Bag = {
  lines: [],
  coupon: '',
  isCouponConfirmed: false,
  isCouponFilled: false,
  changes: [],
  declined: [],
  orders: [],
};

/** Serializes the bag; drops lines without a product or variant id (LINE-07). */
export function encodeBag(bag: Bag): string {
  return JSON.stringify({
    version,
    lines: bag.lines.filter((line) => line.id > 0 && line.sku_id > 0),
    coupon: bag.coupon,
    isCouponConfirmed: bag.isCouponConfirmed,
    isCouponFilled: bag.isCouponFilled,
    changes: bag.changes.slice(-maxStoredIds),
    declined: bag.declined.slice(-maxStoredIds),
    orders: bag.orders.slice(-maxStoredIds),
  });
}

/** Parses a stored bag and never throws: invalid text gives an empty bag, older formats are migrated, and invalid lines are dropped. */
export function decodeBag(text: string | undefined | null): Bag {
  const stored = parseStoredJson(text);
  // Version 0 was a plain array of lines, as in the requirements.
  const record = Array.isArray(stored) ? { lines: stored } : asRecord(stored);
  const lines = Array.isArray(record.lines) ? record.lines : [];
  return {
    lines: repairGroups(
      withUniqueIds(lines.slice(0, maxLines).flatMap((line, index) => readLine(line, index) ?? [])),
    ),
    coupon: asText(record.coupon, 64),
    isCouponConfirmed: record.isCouponConfirmed === true,
    isCouponFilled: record.isCouponFilled === true,
    changes: asTexts(record.changes),
    declined: asTexts(record.declined),
    orders: asTexts(record.orders),
  };
}

function readLine(value: unknown, index: number): Line | null {
  const stored = asRecord(value);
  const id = asCount(stored.id);
  const sku_id = asCount(stored.sku_id);
  if (id === 0 || sku_id === 0) return null;
  return makeLine(
    {
      random_id: asText(stored.random_id, 64),
      id,
      sku_id,
      quantity: asCount(stored.quantity) || 1,
      options: asList(stored.options, readNameValue),
      title: asText(stored.title, 500),
      image: asAddress(stored.image),
      price: asNumber(stored.price),
      url: asAddress(stored.url),
      pUrl: asAddress(stored.pUrl),
      code: asText(stored.code, 64),
      group: asText(stored.group, 64),
      type: asCount(stored.type) === bundleType ? bundleType : 1,
      noOptions: typeof stored.noOptions === 'boolean' ? stored.noOptions : undefined,
      custom_props: asList(stored.custom_props, readNameValue),
      customizedOptions: asList(stored.customizedOptions, readCustomizedOption),
      customizedCompositeImage: asAddress(stored.customizedCompositeImage),
      extend_params: readExtendParams(stored.extend_params),
      is_virtual: Boolean(stored.is_virtual),
      sku_bundle_id: asCount(stored.sku_bundle_id) || null,
      is_selected: stored.is_selected !== false && stored.is_selected !== 0,
    },
    `${id}-${sku_id}-${index}`,
  );
}

/** Makes line ids unique: duplicates get a deterministic suffix, so that every read gives the same ids. */
function withUniqueIds(lines: Line[]): Line[] {
  const allIds = new Set(lines.map(({ random_id }) => random_id));
  const usedIds = new Set<string>();
  return lines.map((line) => {
    let { random_id } = line;
    if (usedIds.has(random_id)) {
      // An id has at most 64 characters, including the suffix.
      const stem = random_id.slice(0, 56);
      for (let at = 2; allIds.has(random_id); at++) random_id = `${stem}-${at}`;
      allIds.add(random_id);
    }
    usedIds.add(random_id);
    return random_id === line.random_id ? line : { ...line, random_id };
  });
}

/** Sets all lines of a bundle to the same number of sets: the lowest number of whole sets that any of them contains. */
function repairGroups(lines: Line[]): Line[] {
  const sets = new Map<string, number>();
  for (const line of lines.filter(({ type }) => type === bundleType)) {
    const lineSets = Math.max(1, Math.floor(line.quantity / unitsPerSet(line)));
    sets.set(groupKey(line), Math.min(lineSets, sets.get(groupKey(line)) ?? lineSets));
  }
  return lines.map((line) =>
    line.type === bundleType
      ? { ...line, quantity: unitsPerSet(line) * (sets.get(groupKey(line)) ?? 1) }
      : line,
  );
}

function readExtendParams(value: unknown): ExtendParams {
  const { is_gift, giftDiscountId, position, auto_car, unit } = asRecord(value);
  return {
    is_gift: is_gift ? 1 : 0,
    ...optional('giftDiscountId', giftDiscountId),
    ...optional('position', position),
    ...optional('auto_car', auto_car),
    ...(asCount(unit) > 0 ? { unit: asCount(unit) } : {}),
  };
}

function optional<Key extends string>(key: Key, value: unknown): Partial<Record<Key, number>> {
  return value === undefined || value === null ? {} : ({ [key]: asCount(value) } as Record<Key, number>);
}

function readNameValue(value: unknown): NameValue | null {
  const { name, value: text } = asRecord(value);
  return typeof name === 'string' && (typeof text === 'string' || typeof text === 'number')
    ? { name: asText(name, 255), value: asText(String(text), 1000) }
    : null;
}

function readCustomizedOption(value: unknown): CustomizedOption | null {
  const pair = readNameValue(value);
  const { type, price, show_rule, others } = asRecord(value);
  if (!pair || asCount(type) === 0) return null;
  const rule = asRecord(show_rule);
  const extras = Object.entries(asRecord(others)).filter(
    (entry): entry is [string, string | number] =>
      typeof entry[1] === 'string' || typeof entry[1] === 'number',
  );
  return {
    ...pair,
    type: asCount(type),
    price: asNumber(price),
    ...(typeof rule.dependOn === 'string' && typeof rule.value === 'string'
      ? { show_rule: { dependOn: rule.dependOn, value: rule.value } }
      : {}),
    ...(extras.length > 0 ? { others: Object.fromEntries(extras.slice(0, 10)) } : {}),
  };
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function asList<Item>(value: unknown, read: (entry: unknown) => Item | null): Item[] {
  return Array.isArray(value) ? value.slice(0, 50).flatMap((entry) => read(entry) ?? []) : [];
}

function asTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string').slice(-maxStoredIds) : [];
}

function asText(value: unknown, maxLength: number): string {
  return typeof value === 'string' ? value.slice(0, maxLength) : '';
}

/** Returns a whole number of at least 1, also if it is given as text; 0 for anything else. */
function asCount(value: unknown): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(Math.trunc(number)) && number >= 1
    ? Math.trunc(number)
    : 0;
}

function asNumber(value: unknown): number {
  const number = Number(value);
  return Number.isFinite(number) && number > 0 ? number : 0;
}

/** Accepts a path of this shop or an http URL; returns '' for anything else (javascript:, data:). */
function asAddress(value: unknown): string {
  const text = asText(value, 2048);
  return /^(\/(?![/\\])|https?:\/\/)/i.test(text) ? text : '';
}
