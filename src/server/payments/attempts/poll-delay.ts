/** Calculates how long reconciliation waits before it polls a provider about a payment attempt. Pure: uses no clock and no database. */
import { type AttemptState, isOpenAttempt } from './payment.ts';

const second = 1000;
const minute = 60 * second;

type LiveState = 'new' | 'capturing' | 'approved' | 'created' | 'authorized';

/** First and maximum delay by attempt state, ms. A charge in progress completes within seconds; a bank may take days. */
const delays: Record<LiveState, { first: number; max: number }> = {
  new: { first: 5 * second, max: 60 * minute },
  capturing: { first: 5 * second, max: 60 * minute },
  approved: { first: 20 * second, max: 15 * minute },
  created: { first: minute, max: 5 * minute },
  authorized: { first: 60 * minute, max: 360 * minute },
};

/**
 * Returns the delay before the next poll, ms; 0 for a state that is not polled. The delay doubles with each poll, up to a maximum. Random
 * jitter of up to a quarter keeps attempts that were abandoned at the same time from always being polled together.
 * @param random random number from 0 to 1
 */
export function pollDelay(state: AttemptState, pollCount: number, random: number): number {
  if (!isOpenAttempt(state)) return 0;
  const { first, max } = delays[state as LiveState];
  // A factor of 2³⁰ already exceeds every maximum delay.
  return Math.round(Math.min(max, first * 2 ** Math.min(pollCount, 30)) * (1 + random / 4));
}
