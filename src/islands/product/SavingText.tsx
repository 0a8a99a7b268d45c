import type { IslandShop, Words } from '#lib/bag/shop-words.ts';
import { hintText } from '#lib/messages/format.ts';
import { TextWithAmount } from './ShownPrice.tsx';
import type { ToldSaving } from './saving.ts';

interface Props {
  told: ToldSaving;
  /** The sentence with `{amount}` in it. */
  saves: string;
  shop: Pick<IslandShop, 'texts'>;
  words: Words;
}

/** What the bag would save, and what it takes to save more; the server says so of an empty bag. */
export function SavingText({ told: { saved, next }, saves, shop, words }: Props) {
  return (
    <>
      {saved > 0 && <TextWithAmount text={saves} amount={saved} words={words} />}
      {saved > 0 && next.desc && ' '}
      {next.desc && <span>{hintText(next, shop.texts)}</span>}
    </>
  );
}
