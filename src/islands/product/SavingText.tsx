import { memo } from 'react';
import type { IslandShopProps, ShopTexts } from '#lib/bag/shop-texts.ts';
import type { ApiClient } from '#lib/contract/request.ts';
import type { CheckoutGroupInput } from '#lib/contract/wire-checkout-group.ts';
import { formatPromotionMessage } from '#lib/messages/format.ts';
import { TextWithAmount } from './TextWithAmount.tsx';

interface Props {
  saving: SavingDetails;
  /** Savings message with the placeholder `{amount}`. */
  saves: string;
  shop: Pick<IslandShopProps, 'texts'>;
  texts: ShopTexts;
}

/** Renders the amount that adding the product saves, and the condition for saving more. The server renders it for an empty bag. */
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
  /** Message about the promotion's next tier; `desc` is '' if there is none. */
  next: { desc: string; params: readonly (string | number)[] };
}

/**
 * Fetches the amount that adding an item to the bag saves (PDP-15, R110).
 * @param checkouts current contents of the bag
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
