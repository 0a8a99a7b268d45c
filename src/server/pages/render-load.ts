/** When pages that name nothing are made no more: the rule, from what is measured. Pure. */

/** What was seen since the last look. */
export interface Seen {
  /** ms, of any clock that only goes on. */
  now: number;
  /** Since the last look, ms. */
  span: number;
  /** How late the event loop came to this look, ms. */
  late: number;
  /** Pages asked for of which there are more addresses than things: unknown ones, searches, variants. */
  asked: number;
}

export interface Load {
  refusing: boolean;
  /** Smoothed: ms, and pages a second. */
  late: number;
  asked: number;
  /** While refusing: since when the event loop is in time again; null while it is not. */
  calmSince: number | null;
  /** How long it has to be before pages are made again, ms. */
  hold: number;
  /** When refusing last ended. */
  endedAt: number;
}

export const idleLoad: Load = {
  refusing: false,
  late: 0,
  asked: 0,
  calmSince: null,
  hold: 0,
  endedAt: Number.NEGATIVE_INFINITY,
};

/** Half a second's worth of looks counts. */
const memory = 500;
/** Late by this on average, turns of the event loop take twice that: who pays waits several of them for each answer. */
const tooLate = 35;
const inTime = 8;
/** Fewer a second are not what makes the shop slow, and search engines ask for no more. */
const fewest = 60;
const firstHold = 2000;
const maxHoldMs = 30_000;
/** Refusing again so soon after it ended, the same flood goes on: it is let in half as often. */
const sameFlood = 60_000;

export function nextLoad(load: Load, { now, span, late, asked }: Seen): Load {
  const weight = 1 - Math.exp(-span / memory);
  const smoothed = {
    late: load.late + (late - load.late) * weight,
    asked: load.asked + ((asked * 1000) / span - load.asked) * weight,
  };
  if (!load.refusing) {
    if (smoothed.late <= tooLate || smoothed.asked < fewest) return { ...load, ...smoothed };
    const again = now - load.endedAt < sameFlood;
    const hold = again ? Math.min(maxHoldMs, Math.max(firstHold, load.hold * 2)) : firstHold;
    return { ...load, ...smoothed, refusing: true, calmSince: null, hold };
  }
  const calmSince = smoothed.late < inTime ? (load.calmSince ?? now) : null;
  const isOver = smoothed.asked < fewest || (calmSince !== null && now - calmSince >= load.hold);
  return { ...load, ...smoothed, calmSince, refusing: !isOver, endedAt: isOver ? now : load.endedAt };
}
