/** Calculates how many new renders a client may have while the event loop lags. Pure. */

/** Measurements of the event loop since the previous sample. */
export interface EventLoopSample {
  /** Time since the previous sample, ms. */
  span: number;
  /** Lag of the event loop at this sample, ms. */
  late: number;
  /** CPU time of the event loop's thread since the previous sample, ms. */
  used: number;
  /** Number of requested renders; `made` is the number of new renders. */
  requests: number;
  made: number;
  /** Highest number of recent new renders of any single client (see `decayUsage`). */
  maxUse: number;
}

export interface RenderLimitState {
  /** Smoothed values: event loop lag caused by this process (`localLateness`), ms; requested renders and new renders per second. */
  late: number;
  requests: number;
  made: number;
  /** Maximum number of recent new renders per client; Infinity while the event loop does not lag. */
  limit: number;
}

export const initialRenderLimit: RenderLimitState = {
  late: 0,
  requests: 0,
  made: 0,
  limit: Number.POSITIVE_INFINITY,
};

/** Time constant for smoothing the measurements, ms. */
const memory = 500;
/**
 * Time constant of `decayUsage`, ms: long enough to compare request rates, short enough that a client that starts a flood soon has the most
 * renders.
 */
const useMemory = 2000;
/**
 * Average event loop lag above which renders are limited, ms. Turns of the event loop then take twice as long, and a payment waits several
 * turns for each response.
 */
const tooLate = 35;
const inTime = 8;
/** Minimum number of requested renders per second: below it, renders are not the cause of the lag. Search engine crawlers stay below it. */
const fewest = 60;
/** Minimum number of new renders per second: below it, something else causes the lag, and rejecting more renders would not help. */
const fewestMade = 15;
/**
 * Time in which the limit falls to 37 %, ms. The limit starts at the renders of the heaviest client, so this client is rejected at once,
 * and other clients only if that is not enough.
 */
const sinking = 2000;

/** CPU usage as a share of one core: below `starvedShare`, event loop lag is ignored; above `busyShare`, it counts in full. */
const starvedShare = 0.2;
const busyShare = 0.4;

/**
 * Returns the event loop lag that this process's own work causes, ms. A process that gets no CPU time (because of another program, a stolen
 * core or a paused machine) is starved, not flooded: rejecting pages would not help. The lag is therefore weighted by the thread's share of
 * a core. One saturated worker uses a whole core; two workers on one core use half each and delay each other, so the lag counts in full
 * from 40 % on, which leaves 10 % for other programs. A worker under normal load that stalls for 200 ms used at most 20 % of that time, so
 * its lag does not count. In between, the weight is proportional, so three workers on one core still reject pages when the lag is twice as
 * long.
 */
function localLateness({ late, span, used }: EventLoopSample): number {
  const share = used / span;
  return late * Math.min(1, Math.max(0, (share - starvedShare) / (busyShare - starvedShare)));
}

/**
 * Returns the next limit. While the event loop lags, the limit starts at the number of renders of the heaviest client and falls until few
 * new pages are rendered. Once the lag is over, there is no limit.
 */
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

/** Returns the number of a client's new renders, decayed over `span` ms; 0 when it is negligible. */
export function decayUsage(use: number, span: number): number {
  const remainingUse = use * Math.exp(-span / useMemory);
  return remainingUse < 0.1 ? 0 : remainingUse;
}
