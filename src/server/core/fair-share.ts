/** How many new renders one client may have while the event loop is late: the rule, from what is measured. Pure. */

/** What was measured since the last look. */
export interface LoopMeasurement {
  /** Since the last look, ms. */
  span: number;
  /** How late the event loop came to this look, ms. */
  late: number;
  /** CPU time that the event loop's own thread used since the last look, ms. */
  used: number;
  /** Renders requested, and new renders that were made. */
  asked: number;
  made: number;
  /** New renders that the client with the most of them had lately (`fade`). */
  most: number;
}

export interface Share {
  /** Smoothed: ms of lateness that counts (`ownLate`), and renders a second. */
  late: number;
  asked: number;
  made: number;
  /** New renders that one client may have had lately; Infinity while the event loop is on time. */
  limit: number;
}

export const onTime: Share = { late: 0, asked: 0, made: 0, limit: Number.POSITIVE_INFINITY };

/** Half a second's worth of looks counts. */
const memory = 500;
/** What one client had counts for about so long, ms: long enough to compare rates, so short that a new flood soon has the most. */
const useMemory = 2000;
/** Late by this on average, turns of the event loop take twice that: who pays waits several of them for each answer. */
const tooLate = 35;
const inTime = 8;
/** Fewer renders a second are not what makes the shop slow, and search engines request no more. */
const fewest = 60;
/** With fewer new renders a second it is late by something else: rejecting more of them would not help. */
const fewestMade = 15;
/** ms in which the limit sinks to about a third: the client with the most is rejected at once, others only if that is not enough. */
const sinking = 2000;

/** Shares of a core: lateness with less does not count, with more it counts in full. */
const starvedShare = 0.2;
const busyShare = 0.4;

/**
 * Returns the lateness that the process's own work causes, ms. A process that was not on the CPU (another program, a stolen core, a
 * machine that was paused) is starved, not flooded: rejecting its pages would not bring it in time. So lateness counts by the share of a
 * core that the event loop's thread had meanwhile. One saturated worker has a whole core. Two that share a core have half of it each,
 * and each is late because of the other's flood as much as its own: from 40 % on lateness counts in full, which leaves 10 % for what else
 * runs there. A worker under a normal load that stalls for 200 ms has used 20 % or less of that span: that does not count. In between it
 * counts in proportion, so that three workers on one core still reject pages when they are twice as late.
 */
function ownLate({ late, span, used }: LoopMeasurement): number {
  const share = used / span;
  return late * Math.min(1, Math.max(0, (share - starvedShare) / (busyShare - starvedShare)));
}

/** While the event loop is late the limit sinks, from what the client with the most had, until few new pages are made; on time there is none. */
export function nextShare(share: Share, measured: LoopMeasurement): Share {
  const { span, most } = measured;
  const weight = 1 - Math.exp(-span / memory);
  const smooth = (before: number, now: number) => before + (now - before) * weight;
  const late = smooth(share.late, ownLate(measured));
  const asked = smooth(share.asked, (measured.asked * 1000) / span);
  const made = smooth(share.made, (measured.made * 1000) / span);
  const next = { late, asked, made, limit: share.limit };
  const isLate = late > (share.limit === onTime.limit ? tooLate : inTime) && asked >= fewest;
  if (!isLate) return { ...next, limit: onTime.limit };
  return made < fewestMade
    ? next
    : { ...next, limit: Math.min(share.limit, most) * Math.exp(-span / sinking) };
}

/** What is left of a client's new renders after `span` ms; 0 when it no longer counts. */
export function fade(use: number, span: number): number {
  const left = use * Math.exp(-span / useMemory);
  return left < 0.1 ? 0 : left;
}
