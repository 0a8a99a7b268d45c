// @vitest-environment happy-dom
/** The bag as a browser's tabs and pages share it. tests/unit/lib/bag/bag-store.test.ts tests how their changes are merged. */
import { beforeEach, expect, test, vi } from 'vitest';
import { encodeBag } from '#lib/bag/bag-codec.ts';
import { countUnits } from '#lib/bag/capacity.ts';
import { addBagLine } from '#lib/bag/changes.ts';
import { bagOf, bowl, makeId, mug } from '../../lib/bag/fixtures.ts';
import { inNewTab, writeElsewhere } from './storage.ts';

const newTab = () => inNewTab(() => import('#client/bag/store.ts'));

beforeEach(() => localStorage.clear());

test('is shown with its last change also while another tab has overwritten that: no count goes back', async () => {
  const { $bag, changeBag } = await newTab();
  const counts: number[] = [];
  $bag.listen(({ lines }) => counts.push(countUnits(lines)));
  changeBag(addBagLine({ ...mug, quantity: 2 }, makeId));
  writeElsewhere('cart', encodeBag(bagOf(bowl)));
  await vi.waitFor(() => expect(counts.at(-1)).toBe(3));
  expect(counts).toEqual([2, 3]);
});

test('is there for the next page and for a tab that is opened later [BAG-01, LINE-01]', async () => {
  const { changeBag } = await newTab();
  changeBag(addBagLine(mug, makeId));
  expect((await newTab()).$bag.get().lines.map(({ title }) => title)).toEqual(['Mug']);
});
