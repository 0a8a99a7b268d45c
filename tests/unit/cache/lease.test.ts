import { describe, expect, it } from 'vitest';
import { Lease, leaseTime, maxReadMs, maxUnreachableMs } from '#server/cache/lease.ts';

/** A lease whose pauses pass at once, and how long they were. */
function setUp(hasNeighbours = true) {
  const clock = { now: 5000 };
  const paused: number[] = [];
  const table = { isReadable: true, tags: [] as string[], takes: 0 };
  const lease: Lease = new Lease({
    async sync() {
      const began = clock.now;
      clock.now += table.takes;
      if (!table.isReadable) throw new Error('no database');
      lease.renew(began, table.tags);
    },
    isStrict: true,
    hasNeighbours,
    clock: () => clock.now,
    async pause(milliseconds) {
      paused.push(milliseconds);
      clock.now += milliseconds;
    },
  });
  const isSure = () => clock.now < lease.sureUntil;
  return { clock, isSure, lease, paused, table };
}

describe('the word of a read', () => {
  it('is good from its begin, not from its end', async () => {
    const { clock, isSure, lease, table } = setUp();
    expect(isSure()).toBe(false);
    table.takes = 30;
    await lease.hear();
    clock.now += leaseTime - 31;
    expect(isSure()).toBe(true);
    clock.now += 1;
    expect(isSure()).toBe(false);
  });

  it('is worth nothing once the table cannot be read, until it can', async () => {
    const { isSure, lease, table } = setUp(false);
    await lease.hear();
    table.isReadable = false;
    await expect(lease.hear()).rejects.toThrow('no database');
    expect(isSure()).toBe(false);
    table.isReadable = true;
    await lease.hear();
    expect(isSure()).toBe(true);
  });

  it('is good for ever where nobody else shows pages', async () => {
    const { clock, isSure, lease } = setUp(false);
    await lease.hear();
    clock.now += 3_600_000;
    expect(isSure()).toBe(true);
  });
});

describe('while the table cannot be read', () => {
  const away = new Error('nobody there');

  function setUpFailing() {
    const clock = { now: 5000 };
    const told: string[] = [];
    const table = { error: null as Error | null };
    const lease: Lease = new Lease({
      async sync() {
        if (table.error) throw table.error;
        lease.renew(clock.now, []);
      },
      isStrict: true,
      hasNeighbours: true,
      isAway: (error) => error === away,
      onFailing: (error) => told.push(String(error)),
      onReadAgain: (milliseconds) => told.push(`after ${milliseconds}`),
      clock: () => clock.now,
      pause: async () => {},
    });
    const read = (error: Error | null) => {
      table.error = error;
      return lease.hear().catch(() => {});
    };
    const isShown = () => clock.now < lease.shownUntil;
    const isSure = () => clock.now < lease.sureUntil;
    return { clock, isShown, isSure, read, told };
  }

  it('shows what is kept for ten minutes from the first failure, and is sure of nothing, when the database is away', async () => {
    const { clock, isShown, isSure, read } = setUpFailing();
    await read(null);
    clock.now += leaseTime;
    expect(isShown()).toBe(false);
    await read(away);
    expect([isShown(), isSure()]).toEqual([true, false]);
    clock.now += maxUnreachableMs - 1;
    await read(away);
    expect([isShown(), isSure()]).toEqual([true, false]);
    clock.now += 1;
    await read(away);
    expect(isShown()).toBe(false);
  });

  it('shows nothing when the database answers, however badly', async () => {
    const { isShown, read } = setUpFailing();
    await read(null);
    await read(new Error('no such table'));
    expect(isShown()).toBe(false);
    await read(away);
    expect(isShown()).toBe(true);
    await read(new Error('too slow'));
    expect(isShown()).toBe(false);
  });

  it('is as strict as ever once it can be read again, and counts the next ten minutes anew', async () => {
    const { clock, isShown, isSure, read } = setUpFailing();
    await read(away);
    clock.now += maxUnreachableMs + 1;
    await read(null);
    expect([isShown(), isSure()]).toEqual([true, true]);
    clock.now += leaseTime;
    expect([isShown(), isSure()]).toEqual([false, false]);
    await read(away);
    expect(isShown()).toBe(true);
  });

  it('is told once when that begins and once when it ends', async () => {
    const { clock, read, told } = setUpFailing();
    await read(null);
    for (let failed = 0; failed < 50; failed += 1) {
      await read(away);
      clock.now += 200;
    }
    await read(null);
    await read(null);
    expect(told).toEqual(['Error: nobody there', 'after 10000']);
  });
});

describe('a read that is never answered', () => {
  function setUpHanging(isStrict: boolean) {
    const clock = { now: 5000 };
    const told: string[] = [];
    const timers = new Map<() => void, number>();
    let sync = async () => lease.renew(clock.now, []);
    const lease: Lease = new Lease({
      sync: () => sync(),
      isStrict,
      hasNeighbours: true,
      onFailing: (error) => told.push(String(error)),
      onReadAgain: () => told.push('read again'),
      clock: () => clock.now,
      pause: async () => {},
      after(milliseconds, call) {
        timers.set(call, clock.now + milliseconds);
        return () => void timers.delete(call);
      },
    });
    const pass = (milliseconds: number) => {
      clock.now += milliseconds;
      for (const [call, at] of timers) if (at <= clock.now) call();
    };
    const hang = () => {
      const began = clock.now;
      const { promise, resolve } = Promise.withResolvers<void>();
      sync = () => promise;
      return () => {
        lease.renew(began, []);
        resolve();
      };
    };
    const state = () => ({
      isSure: clock.now < lease.sureUntil,
      isShown: clock.now < lease.shownUntil,
    });
    return { hang, lease, pass, state, timers, told };
  }

  it('counts as failed after two seconds: what is kept is shown for ten minutes and no longer', async () => {
    const { hang, lease, pass, state, timers, told } = setUpHanging(false);
    await lease.hear();
    expect(timers.size).toBe(0);
    hang();
    const heard = lease.hear();
    pass(maxReadMs - 1);
    expect(state()).toEqual({ isSure: true, isShown: true });
    pass(1);
    await expect(heard).rejects.toThrow('in time');
    expect(state()).toEqual({ isSure: false, isShown: true });
    expect(told).toHaveLength(1);
    pass(maxUnreachableMs);
    expect(state()).toEqual({ isSure: false, isShown: false });
  });

  it('counts after all when its answer comes late', async () => {
    const { hang, lease, pass, state, told } = setUpHanging(false);
    await lease.hear();
    const answer = hang();
    const heard = lease.hear();
    pass(maxReadMs);
    await expect(heard).rejects.toThrow('in time');
    answer();
    expect(state()).toEqual({ isSure: true, isShown: true });
    expect(told.at(-1)).toBe('read again');
  });

  it('lets a strict shop show nothing: it cannot be told from a database that is only slow', async () => {
    const { hang, lease, pass, state } = setUpHanging(true);
    await lease.hear();
    hang();
    const heard = lease.hear();
    pass(maxReadMs);
    await expect(heard).rejects.toThrow('in time');
    expect(state()).toEqual({ isSure: false, isShown: false });
  });
});

describe('what is newer than a purge', () => {
  it('is held until the word of every read before the purge was heard of has ended', async () => {
    const { clock, lease, table } = setUp();
    table.tags = ['product:1'];
    table.takes = 30;
    await lease.hear();
    const heard = clock.now;
    clock.now += 100;
    await lease.hold(['catalog', 'product:1']);
    expect(clock.now).toBeGreaterThanOrEqual(heard + leaseTime);
    expect(clock.now).toBeLessThanOrEqual(heard + leaseTime + 10);
  });

  it('is held though pauses end early', async () => {
    const clock = { now: 0 };
    const lease = new Lease({
      sync: async () => {},
      isStrict: true,
      hasNeighbours: true,
      clock: () => clock.now,
      pause: async (milliseconds) => {
        clock.now += Math.max(0.5, milliseconds - 1);
      },
    });
    lease.renew(0, ['product:1']);
    await lease.hold(['product:1']);
    expect(clock.now).toBeGreaterThanOrEqual(leaseTime);
  });

  it('is held when this process has just begun to listen, for what was purged before that', async () => {
    const { clock, lease, table } = setUp();
    table.takes = 30;
    await lease.hear();
    const opened = clock.now;
    await lease.hold(['product:1']);
    expect(clock.now).toBeGreaterThanOrEqual(opened + leaseTime);
  });

  it('is not held for the purge of something else, or of long ago', async () => {
    const { clock, lease, paused, table } = setUp();
    await lease.hear();
    clock.now += leaseTime + 10;
    table.tags = ['product:1'];
    await lease.hear();
    table.tags = ['product:2'];
    clock.now += leaseTime + 10;
    await lease.hear();
    await lease.hold(['product:1', 'product:3']);
    await lease.hold([]);
    expect(paused).toEqual([]);
  });

  it('is held for any purge when it was made from everything', async () => {
    const { clock, lease, paused, table } = setUp();
    await lease.hear();
    clock.now += leaseTime + 10;
    await lease.hold('everything');
    expect(paused).toEqual([]);
    table.tags = ['product:1'];
    await lease.hear();
    await lease.hold('everything');
    expect(paused).not.toEqual([]);
  });

  it('is held when purges may have been missed, whatever it was made from', async () => {
    const { clock, lease, paused } = setUp();
    await lease.hear();
    clock.now += leaseTime + 10;
    lease.renew(clock.now, 'everything');
    await lease.hold(['product:1']);
    expect(paused).not.toEqual([]);
  });

  it('is never held where nobody else shows pages', async () => {
    const { lease, paused, table } = setUp(false);
    table.tags = ['product:1'];
    await lease.hear();
    await lease.hold(['product:1']);
    await lease.hold('everything');
    expect(paused).toEqual([]);
  });
});
