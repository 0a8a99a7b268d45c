import { expect, it } from 'vitest';
import { workQueue } from '#server/media/work-queue.ts';

/** Returns work that the test ends. */
function held(log: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const work = () => {
    log.push(name);
    return promise;
  };
  return { work, end: () => resolve(name), fail: () => reject(new Error(name)) };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('runs as much at once as it may, in order of arrival', async () => {
  const log: string[] = [];
  const queue = workQueue(2, 9);
  const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map((name) => held(log, name));
  const first = queue.run(a!.work);
  const failing = queue.run(b!.work);
  queue.run(c!.work);
  queue.run(d!.work);
  const last = queue.run(e!.work);
  await settled();
  expect(log).toEqual(['a', 'b']);
  b!.fail();
  await expect(failing).rejects.toThrow('b');
  await settled();
  expect(log).toEqual(['a', 'b', 'c']);
  a!.end();
  expect(await first).toBe('a');
  c!.end();
  await settled();
  expect(log).toEqual(['a', 'b', 'c', 'd', 'e']);
  e!.end();
  expect(await last).toBe('e');
  d!.end();
});

it('says when too many wait; what runs is not counted', async () => {
  const log: string[] = [];
  const queue = workQueue(1, 2);
  const work = ['a', 'b', 'c'].map((name) => held(log, name));
  queue.run(work[0]!.work);
  queue.run(work[1]!.work);
  queue.refuseIfLong();
  queue.run(work[2]!.work);
  expect(() => queue.refuseIfLong()).toThrow('waiting');
  work[0]!.end();
  await settled();
  queue.refuseIfLong();
  for (const { end } of work) end();
});
