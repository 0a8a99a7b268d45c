import { randomId } from '../random-id.ts';
import { declinedGifts } from './declined.ts';
import { swapGifts, wanting } from './gift-changes.ts';
import { giftKey, type NewLine, toldGift } from './line.ts';
import { changeBag } from './store.ts';

/** Puts a gift the shopper chose into the bag; gifts are no pieces, a full bag takes them too (R14). */
export function wantGift(line: NewLine): void {
  declinedGifts.remove(giftKey(line.extend_params?.giftDiscountId, line.sku_id));
  changeBag(
    wanting(
      swapGifts([], () => [line], randomId),
      toldGift(line),
    ),
  );
}
