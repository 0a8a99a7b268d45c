/** What only gifts do to the bag, as pure functions from one bag to the next. Fetched with what needs it. */
import type { Change, MakeId } from './changes.ts';
import { type Line, makeLine, type NewLine } from './line.ts';
import type { Bag } from './stored-bag.ts';

/**
 * Takes single lines out and puts gifts in front, in one step (GIFT-01, GIFT-06).
 * @param earn which gifts, asked of the bag as it is by then: another tab may have added them already
 */
export function swapGifts(
  lost: readonly Line[],
  earn: (bag: Bag) => readonly NewLine[],
  makeId: MakeId,
): Change {
  const leaving = new Set(lost.map((line) => line.random_id));
  return (bag) => {
    const kept = bag.lines.filter((line) => !leaving.has(line.random_id));
    const gifts = earn({ ...bag, lines: kept }).map((line) => makeLine(line, makeId()));
    if (gifts.length === 0 && kept.length === bag.lines.length) return bag;
    return { ...bag, lines: [...gifts, ...kept] };
  };
}

/** Does it, and one entry of what was declined goes: it is wanted again. */
export function wanting(change: Change, what: string): Change {
  return (bag) => {
    const at = bag.declined.findLastIndex((entry) => entry.endsWith(` ${what}`));
    return change(at < 0 ? bag : { ...bag, declined: bag.declined.toSpliced(at, 1) });
  };
}
