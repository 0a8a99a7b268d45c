import type { ShopTexts } from '#lib/bag/shop-texts.ts';
import { Amount } from './ChosenVariantPrice.tsx';

/** Message parameters that leave the placeholder `{amount}` in the text; `TextWithAmount` then replaces it with the amount. */
export const amountPlaceholder = { amount: '{amount}' };

/** Renders a text and replaces `{amount}` with a formatted amount of money. */
export function TextWithAmount({
  text,
  amount,
  words: texts,
}: {
  text: string;
  amount: number;
  words: ShopTexts;
}) {
  const [before = '', after = ''] = text.split('{amount}');
  return (
    <>
      {before && <span suppressHydrationWarning>{before}</span>}
      <Amount value={amount} words={texts} />
      {after && <span suppressHydrationWarning>{after}</span>}
    </>
  );
}
