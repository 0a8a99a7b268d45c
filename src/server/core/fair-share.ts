/** Calculates how many new renders one client may have while the event loop is late. Pure. */

/** Measurements since the previous sample. */
export interface EventLoopSample {
  /** Time since the previous sample, ms. */
  span: number;
  /** How late the event loop ran this sample, ms. */
  late: number;
  /** CPU time of the event loop's thread since the previous sample, ms. */
  used: number;
  /** Renders requested, and new renders made. */
  requests: number;
  made: number;
  /** Recent new renders of the client with the most (see `fade`). */
  maxUse: number;
}

export interface RenderLimitState {
  /** Smoothed values: lateness caused by this process (`localLateness`), ms, and renders per second. */
  late: number;
  requests: number;
  made: number;
  /** Maximum of recent new renders per client; Infinity while the event loop is on time. */
  limit: number;
}

export const initialRenderLimit: RenderLimitState = {
  late: 0,
  requests: 0,
  made: 0,
  limit: Number.POSITIVE_INFINITY,
};

/** Time constant of the smoothing, ms. */
const memory = 500;
/** Time constant of `fade`, ms: long enough to compare rates, short enough that a new flood soon has the most. */
const useMemory = 2000;
/** Average lateness, ms. Event loop turns then take twice that, and a payment waits several turns for each response. */
const tooLate = 35;
const inTime = 8;
/** With fewer renders per second, renders are not the cause of the lateness; search engines request no more than this. */
const fewest = 60;
/** With fewer new renders per second something else makes the loop late: rejecting more would not help. */
const fewestMade = 15;
/** Time in which the limit falls to 37 %, ms: the heaviest client is rejected at once, others only if that is not enough. */
const sinking = 2000;

/** CPU shares of one core: below the first, lateness is ignored; above the second, it counts in full. */
const starvedShare = 0.2;
const busyShare = 0.4;

/**
 * Returns the lateness that this process's own work causes, ms. A process that gets no CPU (another program, a stolen core, a
 * paused machine) is starved, not flooded: rejecting pages would not help. So lateness is weighted by the thread's share of a
 * core. One saturated worker uses a whole core; two on one core use half each and delay each other, so from 40 % on lateness
 * counts in full, which leaves 10 % for other programs. A worker under normal load that stalls for 200 ms used at most 20 % of
 * that span: this does not count. In between, the weight is proportional, so three workers on one core still reject pages when
 * twice as late.
 */
function localLateness({ late, span, used }: EventLoopSample): number {
  const share = used / span;
  return late * Math.min(1, Math.max(0, (share - starvedShare) / (busyShare - starvedShare)));
}

/** Lowers the limit from the heaviest client's renders until few new pages are made; removes it once the loop is on time. */
export function nextRenderLimit(share: RenderLimitState, measured: EventLoopSample): RenderLimitState {
  const { span, maxUse } = measured;
  const weight = 1 - Math.exp(-span / memory);
  const smooth = (before: number, now: number) => before + (now - before) * weight;
  const late = smooth(share.late, localLateness(measured));
  const requests = smooth(share.requests, (measured.requests * 1000) / span);
  const made = smooth(share.made, (measured.made * 1000) / span);
  const next = { late, requests, made, limit: share.limit };
  const isLate = late > (share.limit === initialRenderLimit.limit ? tooLate : inTime) && requests >= fewest;
  if (!isLate) return { ...next, limit: initialRenderLimit.limit };
  return made < fewestMade
    ? next
    : { ...next, limit: Math.min(share.limit, maxUse) * Math.exp(-span / sinking) };
}

/** Returns the weight of a client's new renders after `span` ms; 0 when they no longer count. */
export function decayUsage(use: number, span: number): number {
  const remainingUse = use * Math.exp(-span / useMemory);
  return remainingUse < 0.1 ? 0 : remainingUse;
}
