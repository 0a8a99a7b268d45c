import { describe, expect, it } from 'vitest';
import { idleLoad, type Load, nextLoad, type Seen } from '#server/pages/render-load.ts';

/** Looks every 100 ms for so long. @returns the load after each look */
function look(
  load: Load,
  seconds: number,
  seen: (load: Load) => Pick<Seen, 'late' | 'asked'> & Partial<Seen>,
  from = 0,
): Load[] {
  const loads: Load[] = [];
  let current = load;
  for (let at = 0; at < seconds * 1000; at += 100) {
    current = nextLoad(current, { now: from + at, span: 100, used: 100, ...seen(current) });
    loads.push(current);
  }
  return loads;
}

/** Three hundred a second; the event loop is late while their pages are made, and in time while they are not. */
const flood = ({ refusing }: Load) => ({ asked: 30, late: refusing ? 1 : 60 });
const refusing = (loads: Load[]) => loads.filter((load) => load.refusing).length / loads.length;
const last = (loads: Load[]) => loads[loads.length - 1]!;

describe('when pages are made no more', () => {
  it('is within half a second of a flood that makes the event loop late', () => {
    expect(last(look(idleLoad, 0.5, () => ({ asked: 30, late: 60 }))).refusing).toBe(true);
  });

  it('is neither when the event loop is in time, nor when hardly anybody asks, nor for one late moment', () => {
    expect(refusing(look(idleLoad, 20, () => ({ asked: 60, late: 14 })))).toBe(0);
    expect(refusing(look(idleLoad, 20, () => ({ asked: 2, late: 500 })))).toBe(0);
    const once = look(idleLoad, 1, () => ({ asked: 30, late: 0 }));
    const stall = nextLoad(last(once), { now: 1100, span: 100, used: 100, asked: 30, late: 100 });
    expect(stall.refusing).toBe(false);
  });

  it.each([
    [0.4, true, 'half of a core and a little less: two workers flooded on it'],
    [0.33, true, 'a third: three workers flooded on one core, twice as late'],
    [0.2, false, 'a fifth: somebody else has the core'],
    [0, false, 'no time on the CPU at all'],
  ])('with %d of a core decides %s: %s', (share, isRefused) => {
    const seen = () => ({ span: 220, used: 220 * share, asked: 60, late: 120 });
    expect(last(look(idleLoad, 2, seen)).refusing).toBe(isRefused);
  });

  it('is not for one stall of 220 ms while a worker makes a hundred pages a second', () => {
    const busy = look(idleLoad, 2, () => ({ asked: 10, late: 4, used: 60 }));
    const stall = { now: 2320, span: 320, late: 220, used: 60, asked: 20 };
    expect(nextLoad(last(busy), stall).refusing).toBe(false);
    // The same lateness by its own work is a flood.
    expect(nextLoad(last(busy), { ...stall, used: 300 }).refusing).toBe(true);
  });

  it('goes on while the flood does, and tries it less and less often', () => {
    const loads = look(idleLoad, 300, flood);
    expect(refusing(loads.slice(0, 100))).toBeGreaterThan(0.75);
    expect(refusing(loads.slice(-1500))).toBeGreaterThan(0.97);
    const ends = loads.filter((load, at) => !load.refusing && loads[at - 1]?.refusing);
    expect(ends.length).toBeGreaterThan(5);
    expect(last(loads).hold).toBe(30_000);
  });

  it('does not end between two late moments: what lies between the bounds changes nothing', () => {
    const start = look(idleLoad, 1, () => ({ asked: 30, late: 60 }));
    expect(refusing(look(last(start), 20, () => ({ asked: 30, late: 10 }), 1000))).toBe(1);
  });

  it('ends within two seconds of the flood, and begins anew a minute later', () => {
    const long = last(look(idleLoad, 100, flood));
    const after = look({ ...long, refusing: true }, 2, () => ({ asked: 0, late: 0 }), 100_000);
    expect(last(after).refusing).toBe(false);
    const again = look(last(after), 0.5, () => ({ asked: 30, late: 60 }), 200_000);
    expect([last(again).refusing, last(again).hold]).toEqual([true, 2000]);
  });
});
