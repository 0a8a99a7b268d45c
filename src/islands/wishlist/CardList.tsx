import { useRef } from 'react';
import { localPath } from '#client/language/local-path.ts';
import type { WishCardData } from '#lib/contract/wishlist.ts';
import { useShop, useWords } from '../currency/use-words.ts';
import { WishCard } from './WishCard.tsx';
import type { WishlistWords } from './words.ts';

interface Props {
  cards: readonly WishCardData[];
  words: WishlistWords;
  lang: string | undefined;
  /** Without it nothing can be taken out. */
  onRemove?: (card: WishCardData) => void;
}

/** Cards a row has at most: fewer leave a hole in it. */
const mostInRow = 4;

/** Cards as everywhere. What has the focus when its card goes hands it to the next one, or to the heading. */
export function CardList({ cards, words, lang, onRemove }: Props) {
  const buttons = useRef(new Map<number, HTMLButtonElement>());
  const shop = useShop();
  const { money } = useWords(shop);

  const remove = (card: WishCardData, at: number) => {
    const next = cards[at + 1] ?? cards[at - 1];
    const heir = next && buttons.current.get(next.id);
    (heir ?? document.getElementById('wishlist-title'))?.focus();
    onRemove?.(card);
  };
  return (
    <ul className="cards">
      {cards.map((card, at) => (
        <li key={card.id}>
          <WishCard
            card={card}
            words={words}
            money={money}
            lang={lang}
            onRemove={onRemove && (() => remove(card, at))}
            removeRef={(button) => {
              if (button) buttons.current.set(card.id, button);
              else buttons.current.delete(card.id);
            }}
          />
        </li>
      ))}
      {cards.length < mostInRow && (
        <li className="wishlist-more">
          <p className="quiet">{words.wishlistEmptyHint}</p>
          <a className="link-row" href={localPath('/')}>
            {words.continueShopping}
          </a>
        </li>
      )}
    </ul>
  );
}
