import { describe, expect, it } from 'vitest';
import { type CachedResult, ReadCache } from '#server/cache/read-cache.ts';

const start = Date.UTC(2026, 9, 1, 12);

function reading<Value>(value: Value, over: Partial<CachedResult<Value>> = {}): CachedResult<Value> {
  return { value, tags: ['setting:shop'], changesAt: null, ...over };
}

function setUp(maxBytes = 1_000_000) {
  const clock = { now: start, isCurrent: true };
  const cache = new ReadCache({ now: () => clock.now, isCurrent: () => clock.isCurrent, maxBytes });
  const reads: string[] = [];
  const read = async (name: string, value: unknown, over: Partial<CachedResult<unknown>> = {}) => {
    const found = await cache.read(name, async () => {
      reads.push(name);
      return reading(value, over);
    });
    return found.value;
  };
  return { cache, clock, read, reads };
}

describe('what pages read alike', () => {
  it('is read once, also for those who ask while it is read', async () => {
    const { read, reads } = setUp();
    expect(await Promise.all([read('a', 1), read('a', 2)])).toEqual([1, 1]);
    expect(await read('a', 3)).toBe(1);
    expect(reads).toEqual(['a']);
  });

  it('cannot be altered by a page', async () => {
    const { read } = setUp();
    const value = (await read('a', { menu: [{ name: 'Table' }] })) as { menu: { name: string }[] };
    expect(() => value.menu.push({ name: 'Light' })).toThrow(TypeError);
    expect(() => Object.assign(value.menu[0]!, { name: 'Light' })).toThrow(TypeError);
  });

  it('is read anew after a purge of what it was made from, and after no other', async () => {
    const { cache, read } = setUp();
    await read('a', 1, { tags: ['setting:shop', 'promotions'] });
    cache.forget(['setting:bag']);
    expect(await read('a', 2)).toBe(1);
    cache.forget(['promotions']);
    expect(await read('a', 3)).toBe(3);
    cache.forget('everything');
    expect(await read('a', 4)).toBe(4);
  });

  it('is not kept when it was purged while it was read, and is given to nobody who asks after the purge', async () => {
    const { cache, read } = setUp();
    const { promise, resolve } = Promise.withResolvers<CachedResult<string>>();
    const before = Promise.resolve(cache.read('a', () => promise));
    cache.forget(['setting:shop']);
    const after = read('a', 'newer');
    resolve(reading('older'));
    expect((await before).value).toBe('older');
    expect(await after).toBe('newer');
    expect(await read('a', 'unasked')).toBe('newer');
  });

  it('holds until it changes by itself, at most a minute', async () => {
    const { clock, read } = setUp();
    await read('a', 1, { changesAt: start + 5000 });
    await read('b', 1);
    clock.now = start + 4999;
    expect(await read('a', 2)).toBe(1);
    clock.now = start + 5000;
    expect(await read('a', 3)).toBe(3);
    clock.now = start + 60_000;
    expect(await read('b', 2)).toBe(2);
  });

  it('is read anew while others may have been shown something newer', async () => {
    const { cache, clock, read } = setUp();
    await read('a', 1);
    const slow = Promise.resolve(cache.read('b', () => Promise.resolve(reading('older'))));
    clock.isCurrent = false;
    expect(await Promise.all([read('a', 2), read('b', 'newer')])).toEqual([2, 'newer']);
    expect((await slow).value).toBe('older');
  });

  it('is asked for again after a failure', async () => {
    const { cache, read } = setUp();
    const failing = Promise.resolve(cache.read('a', () => Promise.reject(new Error('broken'))));
    await expect(failing).rejects.toThrow('broken');
    expect(await read('a', 1)).toBe(1);
  });

  it('keeps to its bound of bytes, least recently used out first', async () => {
    const { cache, read } = setUp(10_000);
    const large = (letter: string) => [{ text: letter.repeat(3500) }];
    await read('a', large('1'));
    await read('b', large('1'));
    await read('a', large('2'));
    await read('c', large('1'));
    expect(cache.size).toBe(2);
    expect([await read('a', large('3')), await read('b', large('3'))]).toEqual([large('1'), large('3')]);
    await read('huge', large('9').concat(large('9'), large('9')));
    expect(cache.size).toBe(2);
    expect(await read('huge', 'read anew')).toBe('read anew');
  });
});

describe('many things by id', () => {
  it('are read in one go where they are missing, and forgotten one by one', async () => {
    const { cache } = setUp();
    const asked: number[][] = [];
    const cards = async (...ids: number[]) => {
      const found = await cache.readMany('card:', ids, async (missing) => {
        asked.push(missing);
        const there = missing.filter((id) => id < 10);
        return new Map(there.map((id) => [id, reading(`card ${id}`, { tags: [`product:${id}`] })]));
      });
      return found.map((card) => card?.value);
    };
    expect(await cards(3, 12, 1)).toEqual(['card 3', undefined, 'card 1']);
    expect(await cards(1, 2, 3)).toEqual(['card 1', 'card 2', 'card 3']);
    cache.forget(['product:3']);
    expect(await cards(1, 2, 3)).toEqual(['card 1', 'card 2', 'card 3']);
    expect(asked).toEqual([[3, 12, 1], [2], [3]]);
  });
});
