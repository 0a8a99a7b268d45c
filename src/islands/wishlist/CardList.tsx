import { useRef } from 'react';
import type { FetchedCard } from '#client/cards/fetch-cards.ts';
import type { WishlistTexts } from './texts.ts';

interface Props {
  cards: readonly FetchedCard[];
  texts: WishlistTexts;
  /** Called when the shopper removes a card; if omitted, cards cannot be removed. */
  onRemove?: (card: FetchedCard) => void;
}

/**
 * Renders server-rendered product cards, whose events client/cards handles. Removing a card moves focus to the next card, or to the
 * heading.
 */
export function CardList({ cards, texts, onRemove }: Props) {
  const buttons = useRef(new Map<number, HTMLButtonElement>());

  const remove = (card: FetchedCard, at: number) => {
    const next = cards[at + 1] ?? cards[at - 1];
    const heir = next && buttons.current.get(next.id);
    (heir ?? document.getElementById('wishlist-title'))?.focus();
    onRemove?.(card);
  };
  return (
    <>
      <h2 className="visually-hidden">{texts.products}</h2>
      <ul className={onRemove ? 'cards wishlist-own' : 'cards'}>
        {cards.map((card, at) => (
          <li key={card.id}>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the cards are rendered and escaped by the shop's server */}
            <div dangerouslySetInnerHTML={{ __html: card.html }} />
            {onRemove && (
              <button
                type="button"
                className="wish-link"
                ref={(button) => {
                  if (button) buttons.current.set(card.id, button);
                  else buttons.current.delete(card.id);
                }}
                onClick={() => remove(card, at)}
              >
                {texts.wishlistRemove}
                <span className="visually-hidden"> {card.title}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
