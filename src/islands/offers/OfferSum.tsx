import { type RefObject, useEffect } from 'react';
import { announce } from '#client/announce.ts';
import type { IslandShop, Words } from '#lib/bag/shop-words.ts';
import { hintText } from '#lib/marketing/hint-text.ts';
import { offerTexts } from '#lib/texts/offers.ts';
import { TextWithAmount } from '../product/ShownPrice.tsx';
import type { LinesPrice } from './price-lines.ts';

type Key = keyof typeof offerTexts;

/** What the page's language says otherwise. */
export type ChangedOfferTexts = Partial<Record<Key, string>>;

export interface OfferWords {
  text(key: Key): string;
  /** A promotion's sentence, '' for none. */
  hint(hint: LinesPrice['hint']): string;
}

/** @param shop knows how promotions are said in the page's language */
export function offerWords(changed: ChangedOfferTexts, { texts }: Pick<IslandShop, 'texts'>): OfferWords {
  return {
    text: (key) => changed[key] ?? offerTexts[key],
    hint: (hint) => (hint ? hintText(hint, texts) : ''),
  };
}

interface Props {
  place: RefObject<HTMLParagraphElement | null>;
  /** Another one is said aloud, when a shopper's choice led to it: what the page begins with is found where it stands. */
  answer: { isChosen: boolean };
  /** Null: `note` stands alone. */
  cost: LinesPrice | null;
  note: string;
  words: Words;
  own: OfferWords;
}

/** `Together $120.00 instead of $140.00`, and below it what the promotion says. */
export function OfferSum({ place, answer, cost, note, words, own }: Props) {
  useEffect(() => {
    if (answer.isChosen) announce(place.current!.textContent);
  }, [answer, place]);
  return (
    <p className="set-sum" ref={place}>
      {cost && (
        <b>
          <TextWithAmount text={own.text('offerTogether')} amount={cost.pay} words={words} />
        </b>
      )}
      {cost && cost.pay < cost.origin && (
        <span className="quiet">
          {' '}
          <TextWithAmount text={own.text('offerInstead')} amount={cost.origin} words={words} />
        </span>
      )}
      {note && (
        <span className={cost ? 'set-note small' : undefined} suppressHydrationWarning>
          {note}
        </span>
      )}
    </p>
  );
}
