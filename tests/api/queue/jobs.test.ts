import { beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { hashToken } from '#server/db/token-hash.ts';
import { housekeepingJob } from '#server/jobs/housekeeping.ts';
import { countDeadJobs, deadJobKeys, listDeadJobs, retryDeadJobs } from '#server/queue/dead-jobs-store.ts';
import { enqueue } from '#server/queue/enqueue.ts';
import { defineJobHandler, type JobContext, type JobHandlers, type RecurringJob } from '#server/queue/job.ts';
import { startJobs } from '#server/queue/start-jobs.ts';
import { Worker } from '#server/queue/worker.ts';
import { runDueJobs } from '../harness/run-due-jobs.ts';
import { createTestShop, defaultNow, type TestShop } from '../harness.ts';
import { addProduct, createOrderShop, openCheckout, order } from '../orders/fixture.ts';

let shop: TestShop;
let done: string[];
beforeEach(async () => {
  shop = await createTestShop();
  done = [];
});

const note: JobHandlers = {
  note: defineJobHandler(z.object({ text: z.string() }), async ({ text }) => {
    done.push(text);
  }),
};

function add(text: string, runAt = shop.clock.now(), dedupeKey = '', kind = 'note'): Promise<void> {
  return shop.db.transaction((trx) => enqueue(trx, { kind, dedupeKey, payload: { text }, runAt }));
}

function rows() {
  return shop.db.read.selectFrom('jobs').selectAll().orderBy('id').execute();
}

function rowOf(index: number) {
  return rows().then((all) => all[index]!);
}

test('does what is due by the clock, oldest first, and nothing before its time', async () => {
  await add('later', defaultNow + 1_000);
  await add('second', defaultNow);
  await add('first', defaultNow - 1);
  await runDueJobs(shop.services, note);
  expect(done).toEqual(['first', 'second']);
  shop.clock.advance(1_000);
  await runDueJobs(shop.services, note);
  expect(done).toEqual(['first', 'second', 'later']);
  expect(await rowOf(0)).toMatchObject({ state: 'done', finished_at: defaultNow + 1_000, attempts: 1 });
});

test('adds one job a key while it waits, and the next once it is done', async () => {
  await add('one', defaultNow, 'key');
  await add('again', defaultNow, 'key');
  await runDueJobs(shop.services, note);
  await add('after', defaultNow, 'key');
  await runDueJobs(shop.services, note);
  expect(done).toEqual(['one', 'after']);
});

test('a job of a transaction that is rolled back never was', async () => {
  const broken = shop.db.transaction(async (trx) => {
    await enqueue(trx, { kind: 'note', dedupeKey: '', payload: { text: 'x' }, runAt: 0 });
    throw new Error('broken');
  });
  await expect(broken).rejects.toThrow('broken');
  expect(await rows()).toEqual([]);
});

test('tries a failed job again, later each time, and gives it up with its reason after 12 tries', async () => {
  await add('x', defaultNow, '', 'failing');
  let tries = 0;
  const failing: JobHandlers = {
    failing: async () => {
      tries++;
      throw new Error(`broken ${tries}`);
    },
  };
  const waits: number[] = [];
  for (;;) {
    await runDueJobs(shop.services, failing);
    const job = await rowOf(0);
    if (job.state !== 'waiting') break;
    waits.push(job.run_at - shop.clock.now());
    shop.clock.set(job.run_at);
  }
  expect(tries).toBe(12);
  waits.forEach((wait, index) => {
    const least = Math.min(3_600_000, 2_000 * 2 ** index);
    expect(wait).toBeGreaterThanOrEqual(least);
    expect(wait).toBeLessThanOrEqual(least * 1.25);
  });
  expect(await rowOf(0)).toMatchObject({ state: 'given_up', attempts: 12 });
  expect((await rowOf(0)).last_error).toContain('broken 12');
});

test('a kind that may take longer is tried as often as it says', async () => {
  await add('x', defaultNow, '', 'patient');
  const patient: JobHandlers = {
    patient: defineJobHandler(z.unknown(), () => Promise.reject(new Error('away')), { tries: 15 }),
  };
  for (let tried = 0; (await rowOf(0)).state === 'waiting' && tried < 30; tried++) {
    await runDueJobs(shop.services, patient);
    shop.clock.advance(75 * 60_000);
  }
  expect(await rowOf(0)).toMatchObject({ state: 'given_up', attempts: 15 });
});

test('what was given up is counted, listed with its reason, and tried again when somebody asks', async () => {
  const failing: JobHandlers = {
    failing: defineJobHandler(z.unknown(), () => Promise.reject(new Error('away')), { tries: 1 }),
  };
  await add('a', defaultNow, 'key-a', 'failing');
  await add('b', defaultNow, 'key-b', 'failing');
  await runDueJobs(shop.services, failing);
  expect(await countDeadJobs(shop.db.read)).toEqual([{ kind: 'failing', count: 2 }]);
  expect((await deadJobKeys(shop.db.read, 'failing')).sort()).toEqual(['key-a', 'key-b']);
  expect(await deadJobKeys(shop.db.read, 'note')).toEqual([]);
  expect(await listDeadJobs(shop.db.read, 1)).toMatchObject([
    { kind: 'failing', key: 'key-b', at: defaultNow, attempts: 1, error: expect.stringContaining('away') },
  ]);
  await add('b', defaultNow, 'key-b', 'failing');
  expect(await shop.db.transaction((trx) => retryDeadJobs(trx, defaultNow + 5))).toBe(1);
  expect(await rowOf(0)).toMatchObject({ state: 'waiting', run_at: defaultNow + 5, attempts: 0 });
  expect((await rowOf(1)).state).toBe('given_up');
});

test('a payload that its handler cannot read fails the job and names the field', async () => {
  await shop.db.transaction((trx) =>
    enqueue(trx, { kind: 'note', dedupeKey: '', payload: { wrong: 1 }, runAt: 0 }),
  );
  await runDueJobs(shop.services, note);
  expect(done).toEqual([]);
  expect((await rowOf(0)).last_error).toContain('text');
});

test('leaves jobs of a kind it does not know to a newer shop', async () => {
  await add('x', defaultNow, '', 'of-tomorrow');
  await runDueJobs(shop.services, note);
  expect(await rowOf(0)).toMatchObject({ state: 'waiting', attempts: 0 });
});

test('two workers that look at the same moment do each job once', async () => {
  for (let index = 0; index < 40; index++) await add(String(index));
  const workers = [new Worker(shop.services, note, []), new Worker(shop.services, note, [])];
  for (;;) {
    const started = (await Promise.all(workers.map((worker) => worker.startDue()))).flat();
    if (started.length === 0) break;
    await Promise.all(started);
  }
  expect(done.map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index));
  expect((await rows()).every((job) => job.state === 'done' && job.attempts === 1)).toBe(true);
});

test('a long queue of one kind does not hold up the others', async () => {
  for (let index = 0; index < 10; index++) await add(`slow ${index}`, defaultNow - 1_000, '', 'slow');
  await add('mail');
  const slow: JobHandlers = {
    slow: defineJobHandler(z.unknown(), () => new Promise(() => {}), { atOnce: 3 }),
  };
  const worker = new Worker(shop.services, { ...slow, ...note }, []);
  await worker.startDue();
  expect(done).toEqual(['mail']);
  await worker.startDue();
  const begun = (await rows()).filter((job) => job.kind === 'slow' && job.attempts === 1);
  expect(begun).toHaveLength(3);
});

test('a job whose process died is done by another when the claim runs out, not before', async () => {
  await add('x');
  const dead = new Worker(shop.services, { note: () => new Promise(() => {}) }, []);
  await dead.startDue();
  await runDueJobs(shop.services, note);
  expect(done).toEqual([]);
  shop.clock.advance(20_000);
  await runDueJobs(shop.services, note);
  expect(done).toEqual(['x']);
});

test('a living process keeps its claim on a long job', async () => {
  await add('x');
  const living = new Worker(shop.services, { note: () => new Promise(() => {}) }, []);
  await living.startDue();
  shop.clock.advance(15_000);
  await living.renewClaims();
  shop.clock.advance(15_000);
  await runDueJobs(shop.services, note);
  expect(done).toEqual([]);
});

test('a worker that lost its claim does not end the other’s job', async () => {
  await add('x');
  let finishSlow = () => {};
  const slow = new Worker(shop.services, { note: () => new Promise((end) => (finishSlow = end)) }, []);
  const [slowJob] = await slow.startDue();
  shop.clock.advance(20_000);
  const other = new Worker(shop.services, { note: () => new Promise(() => {}) }, []);
  await other.startDue();
  finishSlow();
  await slowJob;
  expect(await rowOf(0)).toMatchObject({ state: 'waiting', attempts: 2, locked_until: defaultNow + 40_000 });
});

test('runs a recurring job in one process at a time, at its pace, and never gives it up', async () => {
  let running = 0;
  let most = 0;
  let runs = 0;
  const sweep: RecurringJob = {
    kind: 'sweep',
    every: 15_000,
    run: async () => {
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running--;
      runs++;
      if (runs > 1) throw new Error('sweep broke');
    },
  };
  const both = () =>
    Promise.all([runDueJobs(shop.services, {}, [sweep]), runDueJobs(shop.services, {}, [sweep])]);
  await both();
  expect([runs, most]).toEqual([1, 1]);
  shop.clock.advance(14_999);
  await both();
  expect(runs).toBe(1);
  for (let index = 0; index < 20; index++) {
    shop.clock.advance(15_000);
    await both();
  }
  expect([runs, most]).toEqual([21, 1]);
  expect(await rows()).toHaveLength(1);
  expect((await rowOf(0)).last_error).toContain('sweep broke');
});

describe('a clock that is put back', () => {
  let runs: number;
  const sweep: RecurringJob = {
    kind: 'sweep',
    every: 15_000,
    run: async () => {
      runs += 1;
    },
  };
  beforeEach(async () => {
    runs = 0;
    await runDueJobs(shop.services, {}, [sweep]);
  });

  test('has a recurring job run that waits for longer than its pace, in a process that is running', async () => {
    shop.clock.advance(-20 * 60_000);
    const worker = new Worker(shop.services, {}, [sweep]);
    expect(await worker.startDue()).toEqual([]);
    await worker.followClock();
    await Promise.all(await worker.startDue());
    expect([runs, (await rowOf(0)).run_at]).toEqual([2, shop.clock.now() + 15_000]);
  });

  test('is noticed by a started process', async () => {
    const jobs = await startJobs(shop.services, {}, [sweep]);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      shop.clock.advance(-20 * 60_000);
      while (runs < 2) {
        await vi.advanceTimersByTimeAsync(1_000);
        await shop.db.read.selectFrom('jobs').select('id').execute();
      }
    } finally {
      vi.useRealTimers();
      await jobs.stop();
    }
  });

  test('leaves alone what another machine, whose clock is a little ahead, has just done', async () => {
    shop.clock.advance(-5_000);
    await runDueJobs(shop.services, {}, [sweep]);
    expect(runs).toBe(1);
    shop.clock.advance(-1);
    await runDueJobs(shop.services, {}, [sweep]);
    expect(runs).toBe(2);
  });

  test('ends the claim of a process that died, too, and leaves that of one that lives', async () => {
    shop.clock.advance(15_000);
    const never = { ...sweep, run: () => new Promise<void>(() => {}) };
    const dead = new Worker(shop.services, {}, [never]);
    await dead.startDue();
    shop.clock.advance(-20 * 60_000);
    await runDueJobs(shop.services, {}, [sweep]);
    expect(runs).toBe(2);

    shop.clock.advance(15_000);
    const living = new Worker(shop.services, {}, [never]);
    await living.startDue();
    shop.clock.advance(-20 * 60_000);
    await living.renewClaims();
    await runDueJobs(shop.services, {}, [sweep]);
    expect(runs).toBe(2);
  });
});

test('a started process finds jobs by itself and stops only when they have ended', async () => {
  await add('x');
  let finish = () => {};
  const began = Promise.withResolvers<void>();
  let told: JobContext | undefined;
  const slow: JobHandlers = {
    note: (_payload, context) => {
      told = context;
      began.resolve();
      return new Promise((end) => (finish = end));
    },
  };
  const jobs = await startJobs(shop.services, slow, []);
  await began.promise;
  let stopped = false;
  const stop = jobs.stop().then(() => {
    stopped = true;
  });
  await add('after the stop');
  expect(stopped).toBe(false);
  // `ending` tells the job to start nothing new; `signal` does not abort it yet.
  while (!told?.ending?.aborted) await new Promise(setImmediate);
  expect(told.signal.aborted).toBe(false);
  finish();
  await stop;
  expect((await rows()).map((job) => job.state)).toEqual(['done', 'waiting']);
});

test('a job that stops because its process does is no failed try; one that fails meanwhile is', async () => {
  await add('asked', defaultNow, '', 'asked');
  await add('broken', defaultNow, '', 'broken');
  const never = (signal: AbortSignal) =>
    new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  const broken = async ({ signal }: JobContext) => {
    await never(signal).catch(() => {});
    throw new Error('broken');
  };
  const handlers: JobHandlers = {
    asked: defineJobHandler(z.unknown(), (_payload, { ending }) => never(ending!)),
    broken: defineJobHandler(z.unknown(), (_payload, context) => broken(context)),
  };
  const sweep = { kind: 'sweep', every: 15_000, run: ({ signal }: JobContext) => never(signal) };
  const worker = new Worker(shop.services, handlers, [sweep]);
  await worker.prepare();
  const started = await worker.startDue();
  await worker.finish(0);
  await Promise.all(started);
  const left = await rows();
  const about = (kind: string) => left.find((row) => row.kind === kind);
  const next = { state: 'waiting', attempts: 0, run_at: defaultNow, locked_until: 0, last_error: '' };
  expect(about('asked')).toMatchObject(next);
  expect(about('sweep')).toMatchObject(next);
  expect(about('broken')).toMatchObject({ state: 'waiting', attempts: 1 });
});

test('housekeeping deletes only what nobody reads again', async () => {
  const hour = 3_600_000;
  const at = (hoursAgo: number) => defaultNow - hoursAgo * hour;
  await shop.db.write
    .insertInto('purges')
    .values([
      { tag: 'old', at: at(2) },
      { tag: 'new', at: at(0.5) },
    ])
    .execute();
  await shop.db.write
    .insertInto('rate_limits')
    .values([
      { key: 'old', window_start: at(25), hits: 1 },
      { key: 'new', window_start: at(1), hits: 1 },
    ])
    .execute();
  const holders = [
    { key: 'old', used_at: at(25) },
    { key: 'new', used_at: at(1) },
  ];
  await shop.db.write.insertInto('holders').values(holders).execute();
  shop.clock.set(at(8 * 24));
  await add('done long ago', at(8 * 24));
  await runDueJobs(shop.services, note);
  await add('waits for long', at(8 * 24), '', 'of-tomorrow');
  shop.clock.set(defaultNow);
  await runDueJobs(shop.services, {}, [housekeepingJob]);
  const purges = await shop.db.read.selectFrom('purges').select('tag').execute();
  const limits = await shop.db.read.selectFrom('rate_limits').select('key').execute();
  expect([purges, limits]).toEqual([[{ tag: 'new' }], [{ key: 'new' }]]);
  expect(await shop.db.read.selectFrom('holders').select('key').execute()).toEqual([{ key: 'new' }]);
  expect((await rows()).map((job) => job.kind)).toEqual(['of-tomorrow', 'housekeeping']);
});

test('housekeeping deletes the add-to-bag events and the checkouts that nobody came back to for 90 days', async () => {
  const day = 86_400_000;
  shop = await createOrderShop();
  const bowl = await addProduct(shop, { price: 2000, stock: 9 });
  const visitor = shop.visitor();
  const toldOf = (event_id: string) =>
    visitor.data('POST /api/v1/cart/add/event', {
      body: {
        extra_params: {
          cart_num: 1,
          productList: [{ spu_id: bowl.product, sku_id: bowl.variant, quantity: 1 }],
        },
        event_id,
      },
    });
  await toldOf('old');
  await openCheckout(visitor, [bowl]);
  const changed = await openCheckout(visitor, [bowl]);
  const update = (id: string) =>
    visitor.data('POST /api/update/checkout/:id', { params: { id }, body: { email: 'a@b.co' } });
  const { token: ordered } = await order(visitor, [bowl]);
  const { token: reopened } = await order(visitor, [bowl]);
  await update(reopened);
  shop.clock.advance(91 * day);
  await toldOf('new');
  await update(changed);
  await runDueJobs(shop.services, {}, [housekeepingJob]);
  const events = await shop.db.read.selectFrom('bag_events').select('event_id').execute();
  expect(events.map((event) => event.event_id)).toEqual(['new']);
  const kept = await shop.db.read.selectFrom('checkouts').select('token_hash').execute();
  expect(kept.map((checkout) => checkout.token_hash).sort()).toEqual(
    [changed, ordered, reopened].map(hashToken).sort(),
  );
});
