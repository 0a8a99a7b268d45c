/** When pages that name nothing are made no more: the rule, from what is measured. Pure. */

/** What was seen since the last look. */
export interface Seen {
  /** ms, of any clock that only goes on. */
  now: number;
  /** Since the last look, ms. */
  span: number;
  /** How late the event loop came to this look, ms. */
  late: number;
  /** CPU time that the event loop's own thread used since the last look, ms. */
  used: number;
  /** Pages asked for of which there are more addresses than things: unknown ones, searches, variants. */
  asked: number;
}

export interface Load {
  refusing: boolean;
  /** Smoothed: ms of lateness that counts (`ownLate`), and pages a second. */
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

/** Shares of a core: lateness with less does not count, with more it counts in full. */
const starvedShare = 0.2;
const busyShare = 0.4;

/**
 * Returns the lateness that the process's own work causes, ms. A process that was not on the CPU (another program, a stolen core, a
 * machine that was paused) is starved, not flooded: refusing its pages would not bring it in time. So lateness counts by the share of a
 * core that the event loop's thread had meanwhile. One saturated worker has a whole core. Two that share a core have half of it each,
 * and each is late because of the other's flood as much as its own: from 40 % on lateness counts in full, which leaves 10 % for what else
 * runs there. A worker under a normal load that stalls for 200 ms has used 20 % or less of that span: that does not count. In between it
 * counts in proportion, so that three workers on one core are still refused when they are twice as late.
 */
function ownLate({ late, span, used }: Seen): number {
  const share = used / span;
  return late * Math.min(1, Math.max(0, (share - starvedShare) / (busyShare - starvedShare)));
}

export function nextLoad(load: Load, seen: Seen): Load {
  const { now, span, asked } = seen;
  const weight = 1 - Math.exp(-span / memory);
  const smoothed = {
    late: load.late + (ownLate(seen) - load.late) * weight,
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
