/** How long reconciliation waits before it polls a provider about an attempt (rules: no clock, no database). */
import { type AttemptState, isOpenAttempt } from './payment.ts';

const second = 1000;
const minute = 60 * second;

type LiveState = 'new' | 'capturing' | 'approved' | 'created' | 'authorized';

/** First and maximum delay per state, ms. A charge in progress resolves within seconds; a bank may take days. */
const delays: Record<LiveState, { first: number; max: number }> = {
  new: { first: 5 * second, max: 60 * minute },
  capturing: { first: 5 * second, max: 60 * minute },
  approved: { first: 20 * second, max: 15 * minute },
  created: { first: minute, max: 5 * minute },
  authorized: { first: 60 * minute, max: 360 * minute },
};

/**
 * Returns the delay before the next poll, ms; 0 for a state that is not polled. It doubles with each poll in this state, up to
 * a maximum, plus up to a quarter at random, so that attempts abandoned together are not always polled together.
 * @param random from 0 to 1
 */
export function pollDelay(state: AttemptState, pollCount: number, random: number): number {
  if (!isOpenAttempt(state)) return 0;
  const { first, max } = delays[state as LiveState];
  // 2³⁰ already exceeds every maximum.
  return Math.round(Math.min(max, first * 2 ** Math.min(pollCount, 30)) * (1 + random / 4));
}
