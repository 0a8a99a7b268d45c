import { describe, expect, it } from 'vitest';
import { PageStore } from '#server/cache/page-store.ts';
import { type StoredPage, toStoredPage, weigh } from '#server/cache/stored-page.ts';
import { fc } from '../../fast-check.ts';

const letters = ['a', 'b', 'c', 'd', 'e', 'f'];

function pageOf(size: number, tag: string): StoredPage {
  return toStoredPage(
    {
      status: 200,
      headers: [],
      body: Buffer.alloc(size),
      tags: [tag],
      changesAt: null,
      maxAge: 600,
      cacheControl: null,
      root: '',
      complete: true,
    },
    0,
    0,
  );
}

const actions = fc.oneof(
  fc.record({ act: fc.constant('get' as const), key: fc.constantFrom(...letters) }),
  fc.record({ act: fc.constant('set' as const), key: fc.constantFrom(...letters), size: fc.nat(1500) }),
  fc.record({ act: fc.constant('delete' as const), key: fc.constantFrom(...letters) }),
  fc.record({ act: fc.constant('tag' as const), key: fc.constantFrom('x', 'y') }),
  fc.record({ act: fc.constant('clear' as const), key: fc.constant('') }),
);

describe('the kept pages', () => {
  it('are let go of least recently used first, as a plain list says', () => {
    const most = 4000;
    fc.assert(
      fc.property(fc.array(actions, { maxLength: 60 }), (steps) => {
        const store = new PageStore(most);
        /** The least recently used first. */
        let list: { key: string; page: StoredPage; bytes: number }[] = [];
        for (const step of steps) {
          const { act, key } = step;
          const held = list.find((entry) => entry.key === key);
          if (act === 'get') {
            expect(store.get(key)).toBe(held?.page);
            if (held) list = [...list.filter((entry) => entry !== held), held];
          } else if (act === 'set') {
            const page = pageOf(step.size, step.size % 2 === 0 ? 'x' : 'y');
            store.set(key, page);
            list = [...list.filter((entry) => entry !== held), { key, page, bytes: weigh(key, page) }];
            while (list.reduce((sum, { bytes }) => sum + bytes, 0) > most) list.shift();
          } else if (act === 'delete') {
            store.delete(key);
            list = list.filter((entry) => entry !== held);
          } else if (act === 'tag') {
            store.deleteTags([key]);
            list = list.filter((entry) => !entry.page.tags.includes(key));
          } else {
            store.clear();
            list = [];
          }
          expect([...store.recent()].map(([name]) => name)).toEqual(list.map((entry) => entry.key).reverse());
          expect(store.bytes).toBe(list.reduce((sum, { bytes }) => sum + bytes, 0));
          expect(store.size).toBe(list.length);
        }
      }),
    );
  });

  it('weigh what they weigh after they were given another form, and make room', () => {
    const store = new PageStore(4000);
    const [first, second] = [pageOf(1000, 'x'), pageOf(1000, 'y')];
    store.set('/first', first);
    store.set('/second', second);
    second.br = Buffer.alloc(1500);
    store.reweigh('/second', second);
    expect([store.peek('/first'), store.peek('/second')]).toEqual([undefined, second]);
    expect(store.bytes).toBe(weigh('/second', second));
  });
});
