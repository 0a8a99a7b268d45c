import { declinedGifts } from '#client/bag/declined.ts';
import { changeBag } from '#client/bag/store.ts';
import { swapGifts, wanting } from '#lib/bag/gift-changes.ts';
import { giftKey, type NewLine, toldGift } from '#lib/bag/line.ts';
import { randomId } from '#lib/random-id.ts';

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
