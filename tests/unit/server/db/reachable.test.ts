import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { PurgeFeed } from '#server/cache/purge-feed.ts';
import { DatabaseUnavailableError } from '#server/db/lost-connection.ts';
import { retryUntilReachable, UnusableDatabaseError } from '#server/db/reachable.ts';

const url = 'postgres://shop:hidden@db.example:6543/shop';

/** Connects to a database that responds after `away` ms; until then, connecting fails with `reason`. */
function setUp(away: number, reason: unknown, address = url) {
  const clock = { now: 1_000_000 };
  const began = clock.now;
  const said: unknown[] = [];
  let tries = 0;
  const reached = retryUntilReachable(
    address,
    async () => {
      tries += 1;
      if (clock.now - began < away) throw new DatabaseUnavailableError(reason);
      return 'done';
    },
    {
      withinMs: 60_000,
      log: { warn: (fields: unknown) => void said.push(fields) } as never,
      clock: () => clock.now,
      pause: async (milliseconds) => {
        clock.now += milliseconds;
      },
    },
  );
  return { reached, said, waited: () => clock.now - began, tries: () => tries };
}

const systemError = (code: string) =>
  Object.assign(new Error(`connect ${code} 192.0.2.7:6543`), { code, syscall: 'connect' });
const refusal = (code: string, message: string) => Object.assign(new Error(message), { code });

it('waits for a database that is away, and says so every five seconds without a password', async () => {
  const { reached, said, waited } = setUp(15_000, systemError('ECONNREFUSED'));
  expect(await reached).toBe('done');
  expect(waited()).toBe(15_000);
  expect(said).toHaveLength(3);
  const reason = 'connect ECONNREFUSED 192.0.2.7:6543';
  expect(said[0]).toEqual({ database: 'db.example:6543', reason, seconds: 60 });
});

it.each([
  ['that starts', refusal('57P03', 'the database system is starting up')],
  ['with no connection left', refusal('53300', 'too many clients')],
  [
    'behind a name that is not known yet',
    Object.assign(new Error('x'), { code: 'ENOTFOUND', syscall: 'getaddrinfo' }),
  ],
  ['that drops the connection', new Error('Connection terminated unexpectedly')],
  ['that none of its addresses reaches', new AggregateError([systemError('ECONNREFUSED')])],
])('waits for a database %s', async (_name, reason) => {
  expect(await setUp(1_000, reason).reached).toBe('done');
});

it('ends after a minute, with a sentence that names the variable and the place', async () => {
  const { reached, waited } = setUp(3_600_000, systemError('ETIMEDOUT'));
  await expect(reached).rejects.toThrow(UnusableDatabaseError);
  await expect(reached).rejects.toThrow(
    /^DATABASE_URL: PostgreSQL at db\.example:6543 did not respond within 60 s: connect ETIMEDOUT 192\.0\.2\.7:6543$/,
  );
  expect(waited()).toBe(60_000);
});

/**
 * Reads the purges as a starting process does: a caller during a read gets the next one. Each read responds `answer` ms after it
 * began; the first `failures` reads fail.
 */
async function slow(answer: number, failures = 0) {
  let now = 0;
  let tries = 0;
  const said: unknown[] = [];
  const reads: { due: number; end: () => void }[] = [];
  const feed = new PurgeFeed({
    newest: async () => 0,
    read: () => {
      const { promise, resolve, reject } = Promise.withResolvers<[]>();
      const isFailing = reads.length < failures;
      const end = () =>
        isFailing ? reject(new DatabaseUnavailableError(systemError('ECONNRESET'))) : resolve([]);
      reads.push({ due: now + answer, end });
      return promise;
    },
    monotonicNow: () => now,
    now: () => now,
  });
  const work = async () => {
    tries += 1;
    await feed.sync();
    return 'done';
  };
  const reached = await retryUntilReachable(url, work, {
    withinMs: 60_000,
    tryTimeoutMs: 2000,
    log: { warn: (fields: unknown) => void said.push(fields) } as never,
    clock: () => now,
    pause: async (milliseconds) => {
      await nextTurn();
      now += milliseconds;
      for (const { due, end } of reads) if (due <= now) end();
      await nextTurn();
    },
  }).catch((error: Error) => error.message);
  return { reached, said, now, tries };
}

it('says so when the work is not answered, takes the answer that comes after all, and ends when none does', async () => {
  expect(await slow(1_999)).toEqual({ reached: 'done', said: [], now: 2_000, tries: 1 });
  // The response arrives after the first attempt has timed out.
  expect(await slow(2_100)).toMatchObject({ reached: 'done', tries: 1 });
  const { reached, said } = await slow(10_000);
  expect(reached).toBe('done');
  expect(said).toHaveLength(2);
  expect(said[0]).toMatchObject({ reason: 'timeout of 2 s', seconds: 58 });
  const never = await slow(Number.POSITIVE_INFINITY);
  expect(never.reached).toMatch(/ did not respond within 60 s: timeout of 2 s$/);
  expect(never.now).toBeLessThan(63_000);
});

it('asks anew when the answer that came late was that it is away', async () => {
  expect(await slow(3_000, 2)).toMatchObject({ reached: 'done', tries: 3 });
});

it.each([
  ['password', refusal('28P01', 'password authentication failed for user "shop"')],
  ['database', refusal('3D000', 'database "shop" does not exist')],
  ['kind of encryption', new Error('The server does not support SSL connections')],
])('is refused at once for a wrong %s', async (_name, reason) => {
  const { reached, tries } = setUp(1_000, reason);
  await expect(reached).rejects.toThrow(
    `DATABASE_URL: PostgreSQL at db.example:6543 rejects the connection: ${(reason as Error).message}`,
  );
  expect(tries()).toBe(1);
});

it('names the socket where there is no host, and the usual port', async () => {
  const { reached } = setUp(1, refusal('3D000', 'no'), 'postgres://localhost/shop?host=%2Frun%2Fpostgresql');
  await expect(reached).rejects.toThrow('PostgreSQL at /run/postgresql:5432 rejects');
});

it('passes on what is wrong with the work itself', async () => {
  const failing = retryUntilReachable(url, () => Promise.reject(new Error('a migration failed')), {
    withinMs: 60_000,
  });
  await expect(failing).rejects.toThrow('a migration failed');
});
