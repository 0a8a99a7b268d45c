import { expect, it } from 'vitest';
import { maxReadMs, maxUnreachableMs, PurgePoll } from '#server/cache/purge-poll.ts';

function setUp() {
  const clock = { now: 5000 };
  const log: string[] = [];
  const timers = new Map<() => void, number>();
  let sync = async () => poll.renew();
  const poll: PurgePoll = new PurgePoll({
    sync: () => sync(),
    onFailing: (error) => log.push(String(error)),
    onReadAgain: (milliseconds) => log.push(`after ${milliseconds}`),
    monotonicNow: () => clock.now,
    after(milliseconds, call) {
      timers.set(call, clock.now + milliseconds);
      return () => void timers.delete(call);
    },
  });
  /** Reads the purges once. @param error that the read throws */
  const read = (error?: Error) => {
    sync = async () => {
      if (error) throw error;
      poll.renew();
    };
    return poll.applyPurges().catch(() => {});
  };
  const pass = (milliseconds: number) => {
    clock.now += milliseconds;
    for (const [call, at] of timers) if (at <= clock.now) call();
  };
  /** Makes the next read hang. @returns a function that completes it */
  const hang = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    sync = () => promise;
    return () => {
      poll.renew();
      resolve();
    };
  };
  const state = () => ({ isCurrent: poll.isCurrent, isUsable: clock.now < poll.usableUntil });
  return { hang, log, pass, poll, read, state, timers };
}

const away = new Error('nobody there');

it('shows nothing before the first read, and what is cached from then on', async () => {
  const { pass, read, state } = setUp();
  expect(state()).toEqual({ isCurrent: false, isUsable: false });
  await read();
  pass(3_600_000);
  expect(state()).toEqual({ isCurrent: true, isUsable: true });
});

it('shows what is cached for ten minutes from the first failure, and is sure of nothing', async () => {
  const { pass, read, state } = setUp();
  await read();
  await read(away);
  expect(state()).toEqual({ isCurrent: false, isUsable: true });
  pass(maxUnreachableMs - 1);
  await read(away);
  expect(state()).toEqual({ isCurrent: false, isUsable: true });
  pass(1);
  await read(away);
  expect(state()).toEqual({ isCurrent: false, isUsable: false });
});

it('is sure again after a read, and the next failure starts another ten minutes', async () => {
  const { pass, read, state } = setUp();
  await read(away);
  pass(maxUnreachableMs + 1);
  await read();
  expect(state()).toEqual({ isCurrent: true, isUsable: true });
  await read(away);
  expect(state()).toEqual({ isCurrent: false, isUsable: true });
});

it('reports once that reads fail and once that they succeed again', async () => {
  const { log, pass, read } = setUp();
  await read();
  for (let failed = 0; failed < 50; failed += 1) {
    await read(away);
    pass(200);
  }
  await read();
  await read();
  expect(log).toEqual(['Error: nobody there', 'after 10000']);
});

it('counts a read that is not answered within two seconds as failed', async () => {
  const { hang, log, pass, poll, state, timers } = setUp();
  await poll.applyPurges();
  expect(timers.size).toBe(0);
  hang();
  const heard = poll.applyPurges();
  pass(maxReadMs - 1);
  expect(state()).toEqual({ isCurrent: true, isUsable: true });
  pass(1);
  await expect(heard).rejects.toThrow('cannot be reached');
  expect(state()).toEqual({ isCurrent: false, isUsable: true });
  expect(log).toHaveLength(1);
  pass(maxUnreachableMs);
  expect(state()).toEqual({ isCurrent: false, isUsable: false });
});

it('counts a read whose answer comes late after all', async () => {
  const { hang, log, pass, poll, state } = setUp();
  await poll.applyPurges();
  const answer = hang();
  const heard = poll.applyPurges();
  pass(maxReadMs);
  await expect(heard).rejects.toThrow('cannot be reached');
  answer();
  expect(state()).toEqual({ isCurrent: true, isUsable: true });
  expect(log.at(-1)).toBe(`after ${0}`);
});
