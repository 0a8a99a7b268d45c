import { memo } from 'react';
import type { IslandShopProps, ShopTexts } from '#lib/bag/shop-texts.ts';
import type { ApiClient } from '#lib/contract/request.ts';
import type { CheckoutGroupInput } from '#lib/contract/wire-checkout-group.ts';
import { formatPromotionMessage } from '#lib/messages/format.ts';
import { TextWithAmount } from './TextWithAmount.tsx';

interface Props {
  saving: SavingDetails;
  /** Message with `{amount}`. */
  saves: string;
  shop: Pick<IslandShopProps, 'texts'>;
  texts: ShopTexts;
}

/** Renders what adding this saves, and what it takes to save more; the server renders it for an empty bag. */
export const SavingText = memo(function SavingText({ saving: { saved, next }, saves, shop, texts }: Props) {
  return (
    <>
      {saved > 0 && <TextWithAmount text={saves} amount={saved} words={texts} />}
      {saved > 0 && next.desc && ' '}
      {next.desc && <span>{formatPromotionMessage(next, shop.texts)}</span>}
    </>
  );
});

export interface SavingDetails {
  saved: number;
  /** Message about the promotion's next step; `desc` '' for none. */
  next: { desc: string; params: readonly (string | number)[] };
}

/**
 * Fetches what adding an item saves in a bag (PDP-15, R110).
 * @param checkouts current content of the bag
 * @returns null if the request fails
 */
export async function fetchSaving(
  api: ApiClient,
  item: { product_id: number; variant_id: number; quantity: number },
  checkouts: CheckoutGroupInput[],
): Promise<SavingDetails | null> {
  const answer = await api('POST /api/v2/buy/to/cart/discount', { body: { items: [item], checkouts } });
  if (answer.code !== 0 || !answer.data) return null;
  const { added_discount_amount: saved, desc, params } = answer.data;
  return { saved, next: { desc, params } };
}
