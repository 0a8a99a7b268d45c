import { describe, expect, it } from 'vitest';
import {
  chooseHoldsToRelease,
  HOLD_MS,
  holdLength,
  holdStart,
  maxHeldUnits,
  mayHold,
} from '#server/orders/hold-time-and-caps.ts';
import { fc } from '../../../fast-check.ts';

const minute = 60_000;
const nothing = { ofVisitor: 0, ofClient: 0, variants: [] };

describe('what an unpaid order may hold', () => {
  it('is nothing once its visitor holds with three others, or its address with twenty [R90]', () => {
    expect(mayHold({ ...nothing, ofVisitor: 2, ofClient: 19 })).toBe(true);
    expect(mayHold({ ...nothing, ofVisitor: 3 })).toBe(false);
    expect(mayHold({ ...nothing, ofClient: 20 })).toBe(false);
  });

  it('is three pieces of a variant, or a tenth of its stock where that is more', () => {
    expect([-5, 0, 1, 39, 40, 49, 50, 1000].map(maxHeldUnits)).toEqual([3, 3, 3, 3, 4, 4, 5, 100]);
    const variant = { variantId: 1, requestedUnits: 2, ofClient: 2, stock: 40 };
    expect(mayHold({ ...nothing, variants: [variant] })).toBe(true);
    expect(mayHold({ ...nothing, variants: [variant, { ...variant, ofClient: 3 }] })).toBe(false);
  });

  it('never comes to more than the cap, in whatever pieces an address asks', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 60 }), (all, asked) => {
        let held = 0;
        let orders = 0;
        for (const wanted of asked) {
          const variants = [{ variantId: 1, requestedUnits: wanted, ofClient: held, stock: all }];
          if (!mayHold({ ofVisitor: 0, ofClient: orders, variants })) continue;
          held += wanted;
          orders += 1;
        }
        expect(held).toBeLessThanOrEqual(Math.max(3, all / 10));
        expect(orders).toBeLessThanOrEqual(20);
      }),
    );
  });
});

describe('the other holds of the shopper that make room', () => {
  const hold = (id: number, change: object = {}) => ({
    ...{ id, isOfVisitor: true, isOfClient: true, stock: new Map([[1, 2]]) },
    ...change,
  });
  const ids = (chosen: { id: number }[] | null) => chosen?.map(({ id }) => id) ?? null;

  it('are none while there is room, and the oldest beyond three of a visitor [BR-24]', () => {
    const spare = [hold(1), hold(2), hold(3)];
    expect(ids(chooseHoldsToRelease({ ...nothing, ofVisitor: 2, ofClient: 2 }, spare))).toEqual([]);
    expect(ids(chooseHoldsToRelease({ ...nothing, ofVisitor: 3, ofClient: 3 }, spare))).toEqual([1]);
    expect(ids(chooseHoldsToRelease({ ...nothing, ofVisitor: 4, ofClient: 20 }, spare))).toEqual([1, 2]);
  });

  it('are only those that help: of the visitor, of the address, of the variant [BR-24]', () => {
    const elsewhere = hold(1, { isOfVisitor: false, isOfClient: false });
    const otherGoods = hold(2, { stock: new Map([[9, 2]]) });
    expect(ids(chooseHoldsToRelease({ ...nothing, ofVisitor: 3 }, [elsewhere, otherGoods]))).toEqual([2]);
    const full = { ...nothing, variants: [{ variantId: 1, requestedUnits: 2, ofClient: 2, stock: 9 }] };
    expect(ids(chooseHoldsToRelease(full, [elsewhere, otherGoods, hold(3)]))).toEqual([3]);
    expect(chooseHoldsToRelease(full, [elsewhere, otherGoods])).toBeNull();
  });
});

describe('how long it holds', () => {
  const now = 1_000 * minute;

  it('is fifteen minutes the first time and within them, five when it or another has held before [R90]', () => {
    expect(holdLength(now, now - HOLD_MS, false)).toBe(15 * minute);
    expect(holdLength(now, now - HOLD_MS - 1, false)).toBe(5 * minute);
    expect(holdLength(now, now, true)).toBe(5 * minute);
  });

  it('is counted from the first hold, until an hour after it', () => {
    const from = (heldSince: number | null) => holdStart(now, { heldSince, heldUntil: null });
    expect(from(null)).toBe(now);
    expect(from(now - 60 * minute + 1)).toBe(now - 60 * minute + 1);
    expect(from(now - 60 * minute)).toBe(now);
  });

  it('is counted on for as long as a hold runs', () => {
    expect(holdStart(now, { heldSince: now - 90 * minute, heldUntil: now + 1 })).toBe(now - 90 * minute);
    expect(holdStart(now, { heldSince: null, heldUntil: now + 1 })).toBe(now);
  });
});
