import { describe, expect, it } from 'vitest';
import { TaggedCache } from '#server/cache/tagged-cache.ts';
import { fc } from '../../../fast-check.ts';

const letters = ['a', 'b', 'c', 'd', 'e', 'f'];

interface Sized {
  bytes: number;
  tags: string[];
}

const open = (maxBytes: number) => new TaggedCache<Sized>({ maxBytes, bytesOf: ({ bytes }) => bytes });
const sumOf = (list: { value: Sized }[]) => list.reduce((sum, { value }) => sum + value.bytes, 0);

const actions = fc.oneof(
  fc.record({ act: fc.constant('get' as const), key: fc.constantFrom(...letters) }),
  fc.record({
    act: fc.constant('set' as const),
    key: fc.constantFrom(...letters),
    size: fc.integer({ min: 1, max: 4200 }),
  }),
  fc.record({ act: fc.constant('delete' as const), key: fc.constantFrom(...letters) }),
  fc.record({ act: fc.constant('tag' as const), key: fc.constantFrom('x', 'y', 'z') }),
  fc.record({ act: fc.constant('clear' as const), key: fc.constant('') }),
);

describe('a cache of tagged things', () => {
  it('lets go of the least recently used first, and of what a tag names, as a plain list says', () => {
    const most = 4000;
    fc.assert(
      fc.property(fc.array(actions, { maxLength: 60 }), (steps) => {
        const cache = open(most);
        /** Least recently used first. */
        let list: { key: string; value: Sized }[] = [];
        for (const step of steps) {
          const { act, key } = step;
          const held = list.find((entry) => entry.key === key);
          if (act === 'get') {
            expect(cache.get(key)).toBe(held?.value);
            if (held) list = [...list.filter((entry) => entry !== held), held];
          } else if (act === 'set') {
            const value = { bytes: step.size, tags: [step.size % 2 === 0 ? 'x' : 'y', 'z'] };
            cache.set(key, value);
            list = list.filter((entry) => entry !== held);
            if (value.bytes <= most) list.push({ key, value });
            while (sumOf(list) > most) list.shift();
          } else if (act === 'delete') {
            cache.delete(key);
            list = list.filter((entry) => entry !== held);
          } else if (act === 'tag') {
            cache.deleteTags([key]);
            list = list.filter((entry) => !entry.value.tags.includes(key));
          } else {
            cache.deleteTags('everything');
            list = [];
          }
          expect([...cache.entries()].map(([name]) => name)).toEqual(
            list.map((entry) => entry.key).reverse(),
          );
          expect(cache.bytes).toBe(sumOf(list));
          expect(cache.size).toBe(list.length);
        }
      }),
    );
  });

  it('counts the bytes of what has grown, and makes room', () => {
    const cache = open(4000);
    const [first, second] = [
      { bytes: 1500, tags: ['x'] },
      { bytes: 1500, tags: ['y'] },
    ];
    cache.set('/first', first);
    cache.set('/second', second);
    second.bytes = 3000;
    cache.resize('/second', second);
    expect([cache.peek('/first'), cache.peek('/second'), cache.bytes]).toEqual([undefined, second, 3000]);
    cache.deleteTags(['y']);
    expect([cache.size, cache.bytes]).toEqual([0, 0]);
  });

  it('forgets by a tag nothing that was made anew from other things', () => {
    const cache = open(4000);
    cache.set('/', { bytes: 100, tags: ['x'] });
    cache.set('/', { bytes: 100, tags: ['y'] });
    cache.deleteTags(['x']);
    expect(cache.size).toBe(1);
  });

  it('does not take back what was replaced or forgotten while it grew', () => {
    const cache = open(4000);
    const [old, young] = [
      { bytes: 100, tags: ['x'] },
      { bytes: 200, tags: ['x'] },
    ];
    cache.set('/', old);
    cache.set('/', young);
    cache.resize('/', old);
    expect(cache.peek('/')).toBe(young);
    cache.deleteTags(['x']);
    cache.resize('/', young);
    expect(cache.size).toBe(0);
  });
});
