import { describe, expect, it } from 'vitest';
import {
  decayUsage,
  type EventLoopSample,
  initialRenderLimit,
  nextRenderLimit,
  type RenderLimitState,
} from '#server/core/fair-share.ts';

/** Measures every 100 ms for `seconds`. @returns the share after each measurement */
function look(
  share: RenderLimitState,
  seconds: number,
  measured: (
    share: RenderLimitState,
  ) => Pick<EventLoopSample, 'late' | 'requests'> & Partial<EventLoopSample>,
): RenderLimitState[] {
  const shares: RenderLimitState[] = [];
  let current = share;
  for (let count = 0; count < seconds * 10; count += 1) {
    current = nextRenderLimit(current, { span: 100, used: 100, maxUse: 100, made: 10, ...measured(current) });
    shares.push(current);
  }
  return shares;
}

const isLimited = ({ limit }: RenderLimitState) => limit < initialRenderLimit.limit;
const last = (shares: RenderLimitState[]) => shares.at(-1)!;
const late = () => ({ requests: 30, late: 60 });

describe('how many new renders one client may have', () => {
  it('is less than the greediest client had within half a second of a flood that makes the event loop late, and no less than others', () => {
    const { limit } = last(look(initialRenderLimit, 0.5, late));
    expect(limit).toBeLessThan(100);
    expect(limit).toBeGreaterThan(80);
  });

  it('is without limit while the event loop is on time, when hardly anybody asks, and for one late moment', () => {
    expect(look(initialRenderLimit, 20, () => ({ requests: 60, late: 14 })).some(isLimited)).toBe(false);
    expect(look(initialRenderLimit, 20, () => ({ requests: 2, late: 500 })).some(isLimited)).toBe(false);
    const busy = last(look(initialRenderLimit, 1, () => ({ requests: 30, late: 0 })));
    expect(
      isLimited(
        nextRenderLimit(busy, { span: 100, used: 100, requests: 30, made: 30, late: 100, maxUse: 100 }),
      ),
    ).toBe(false);
  });

  it('sinks until the event loop is on time, from the greediest client to all others', () => {
    const limits = look(initialRenderLimit, 12, late).map(({ limit }) => limit);
    expect(limits).toEqual(limits.toSorted((one, other) => other - one));
    expect(limits.at(-1)).toBeLessThan(1);
  });

  it('does not sink where hardly any new page is made: the event loop is late by something else', () => {
    const limited = last(look(initialRenderLimit, 1, late));
    const { limit } = last(look(limited, 20, () => ({ ...late(), made: 1 })));
    expect(limit).toBeGreaterThan(limited.limit / 2);
  });

  it('falls to what the greediest client has by now, where it was rejected for a while', () => {
    const limited = last(look(initialRenderLimit, 1, late));
    expect(
      nextRenderLimit(limited, { span: 100, used: 100, requests: 30, made: 10, late: 60, maxUse: 3 }).limit,
    ).toBeLessThan(3);
  });

  it('does not rise between two late moments, and is without limit within a second of the last', () => {
    const limited = last(look(initialRenderLimit, 1, late));
    expect(look(limited, 5, () => ({ requests: 30, late: 10 })).every(isLimited)).toBe(true);
    expect(isLimited(last(look(limited, 1, () => ({ requests: 30, late: 1 }))))).toBe(false);
    expect(isLimited(last(look(limited, 1, () => ({ requests: 0, late: 60 }))))).toBe(false);
  });

  it.each([
    [0.4, true, 'half of a core and a little less: two workers flooded on it'],
    [0.33, true, 'a third: three workers flooded on one core, twice as late'],
    [0.2, false, 'a fifth: somebody else has the core'],
    [0, false, 'no time on the CPU at all'],
  ])('with %d of a core is limited: %s (%s)', (share, isRejected) => {
    const measured = () => ({ span: 220, used: 220 * share, requests: 60, late: 120 });
    expect(isLimited(last(look(initialRenderLimit, 2, measured)))).toBe(isRejected);
  });

  it('is not limited for one stall of 220 ms while a worker makes a hundred pages a second', () => {
    const busy = last(look(initialRenderLimit, 2, () => ({ requests: 10, late: 4, used: 60 })));
    const stall = { span: 320, late: 220, used: 60, requests: 20, made: 20, maxUse: 100 };
    expect(isLimited(nextRenderLimit(busy, stall))).toBe(false);
    // The same lateness, caused by its own work, is a flood.
    expect(isLimited(nextRenderLimit(busy, { ...stall, used: 300 }))).toBe(true);
  });
});

it('forgets what a client had within seconds', () => {
  expect(decayUsage(100, 2000)).toBeCloseTo(36.8, 1);
  expect(decayUsage(1, 5000)).toBe(0);
});
