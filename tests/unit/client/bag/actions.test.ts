// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { setQuantity } from '#client/bag/actions.ts';
import { $bag, rereadBag } from '#client/bag/store.ts';
import { bagKey, decodeBag, encodeBag } from '#lib/bag/bag-codec.ts';
import type { Line } from '#lib/bag/line.ts';
import { bagOf, bowl, mug } from '../../lib/bag/fixtures.ts';
import { addLine } from './add-line.ts';

const cup = { id: 30, sku_id: 301, title: 'Cup', price: 12 };
const pieces = () => Object.fromEntries($bag.get().lines.map((line) => [line.title, line.quantity]));

/** Simulates another tab that read `text` earlier and now writes its own cups over this tab's changes. */
function overwrite(text: string, quantity: number): void {
  const bag = decodeBag(text);
  const lines = [...bagOf({ ...cup, quantity }).lines, ...bag.lines];
  localStorage.setItem(bagKey, encodeBag({ ...bag, lines, changes: [...bag.changes, 'other tab'] }));
  dispatchEvent(new StorageEvent('storage', { key: bagKey }));
}

async function stored(): Promise<string> {
  await rereadBag();
  return localStorage.getItem(bagKey) ?? '';
}

describe('what was accepted below 99 outlives another tab that fills the bag and writes over it', () => {
  let line: Line;
  beforeEach(async () => {
    // The ids of earlier changes stay, so that the store does not reapply the changes of other tests.
    const { changes } = $bag.get();
    localStorage.setItem(bagKey, encodeBag({ ...bagOf({ ...mug, quantity: 98 }), changes }));
    await rereadBag();
    [line] = $bag.get().lines as [Line];
  });

  test('an add', async () => {
    const before = await stored();
    expect(addLine(bowl).isAdded).toBe(true);
    overwrite(before, 1);
    await vi.waitFor(() => expect(pieces()).toEqual({ Mug: 98, Bowl: 1, Cup: 1 }));
  });

  test('a raised quantity', async () => {
    const before = await stored();
    expect(setQuantity(line, 120)).toBe(true);
    overwrite(before, 1);
    await vi.waitFor(() => expect(pieces()).toEqual({ Mug: 120, Cup: 1 }));
  });

  test('while a full bag refuses both, and says so', () => {
    addLine(bowl);
    expect(addLine(cup)).toEqual({ isAdded: false, reason: 'full' });
    expect(setQuantity(line, 99)).toBe(false);
    expect(pieces()).toEqual({ Mug: 98, Bowl: 1 });
    expect(setQuantity(line, 97)).toBe(true);
    expect(pieces()).toEqual({ Mug: 97, Bowl: 1 });
  });
});
