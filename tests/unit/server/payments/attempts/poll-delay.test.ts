import { describe, expect, it } from 'vitest';
import { failedAttemptStates, openAttemptStates } from '#server/payments/attempts/payment.ts';
import { pollDelay } from '#server/payments/attempts/poll-delay.ts';

describe('the rest between two questions about a payment', () => {
  it.each(openAttemptStates)(
    'doubles in the state %s up to a longest one, with up to a quarter at random',
    (state) => {
      const first = pollDelay(state, 0, 0);
      expect(first).toBeGreaterThanOrEqual(5_000);
      expect(pollDelay(state, 0, 1)).toBe(first * 1.25);
      const rests = Array.from({ length: 60 }, (_, asks) => pollDelay(state, asks, 0));
      expect(rests[1]).toBe(first * 2);
      expect(rests).toEqual(rests.toSorted((a, b) => a - b));
      expect(rests.at(-1)).toBeLessThanOrEqual(6 * 3_600_000);
      expect(pollDelay(state, 10_000, 0)).toBe(rests.at(-1));
    },
  );

  it('is none for what has ended', () => {
    expect([...failedAttemptStates, 'captured' as const].map((state) => pollDelay(state, 3, 1))).toEqual([
      0, 0, 0, 0,
    ]);
  });
});
