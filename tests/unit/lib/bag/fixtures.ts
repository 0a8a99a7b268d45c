import { type Bag, emptyBag } from '#lib/bag/bag-codec.ts';
import { makeLine, type NewLine } from '#lib/bag/line.ts';

let made = 0;
export const makeId = () => `id-${++made}`;

export const mug: NewLine = { id: 10, sku_id: 101, title: 'Mug', price: 24 };
export const bowl: NewLine = { id: 20, sku_id: 201, title: 'Bowl', price: 38 };

export function bagOf(...lines: NewLine[]): Bag {
  return { ...emptyBag, lines: lines.map((line) => makeLine(line, makeId())) };
}

export const gift = (changes: Partial<NewLine> = {}): NewLine => ({
  ...mug,
  price: 0,
  extend_params: { is_gift: 1, giftDiscountId: 7, position: 1, auto_car: 1 },
  ...changes,
});
