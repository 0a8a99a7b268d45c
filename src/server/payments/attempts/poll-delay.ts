/** How long an attempt rests before reconciliation asks its provider about it (rules: no clock, no database). */
import { type AttemptState, isLive } from './payment.ts';

const second = 1000;
const minute = 60 * second;

type LiveState = 'new' | 'capturing' | 'approved' | 'created' | 'authorized';

/** The first rest in a state and the longest one. A charge on its way answers within seconds; a bank may take days. */
const delays: Record<LiveState, { first: number; most: number }> = {
  new: { first: 5 * second, most: 60 * minute },
  capturing: { first: 5 * second, most: 60 * minute },
  approved: { first: 20 * second, most: 15 * minute },
  created: { first: minute, most: 5 * minute },
  authorized: { first: 60 * minute, most: 360 * minute },
};

/**
 * Doubles with every time it was asked about in this state, up to a longest, and up to a quarter more at random, so that
 * attempts that were left open together are not asked about together for ever.
 * @param random from 0 to 1
 * @returns milliseconds; 0 for a state that is not asked about
 */
export function pollDelay(state: AttemptState, asks: number, random: number): number {
  if (!isLive(state)) return 0;
  const { first, most } = delays[state as LiveState];
  // 2³⁰ is past every longest rest; more would run out of numbers one day.
  return Math.round(Math.min(most, first * 2 ** Math.min(asks, 30)) * (1 + random / 4));
}
