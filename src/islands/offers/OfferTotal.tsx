import { type RefObject, useEffect } from 'react';
import { announce } from '#client/page/announce.ts';
import type { ShopTexts } from '#lib/bag/shop-texts.ts';
import type { Translator } from '#lib/messages/format.ts';
import type { offerTexts } from '#lib/messages/offers.ts';
import { amountPlaceholder, TextWithAmount } from '../product/TextWithAmount.tsx';
import type { LinesPrice } from './fetch-lines-price.ts';

interface Props {
  place: RefObject<HTMLParagraphElement | null>;
  /**
   * Result of the last price request. It is announced only after a change by the shopper, because the initial price is part of the
   * page.
   */
  answer: { isChosen: boolean };
  /** Price of the selection; if null, only `note` is displayed. */
  cost: LinesPrice | null;
  note: string;
  texts: ShopTexts;
  offerLabels: Translator<typeof offerTexts>;
}

/** Renders `Together $120.00 instead of $140.00, You save $20.00`, and below it the promotion's message. */
export function OfferTotal({ place, answer, cost, note, texts, offerLabels }: Props) {
  useEffect(() => {
    if (answer.isChosen) announce(place.current!.textContent);
  }, [answer, place]);
  return (
    <p className="set-sum" ref={place}>
      {cost && (
        <b>
          <TextWithAmount
            text={offerLabels.text('offerTogether', amountPlaceholder)}
            amount={cost.pay}
            words={texts}
          />
        </b>
      )}
      {cost && cost.pay < cost.origin && (
        <>
          <span className="quiet">
            {' '}
            <TextWithAmount
              text={offerLabels.text('offerInstead', amountPlaceholder)}
              amount={cost.origin}
              words={texts}
            />
          </span>{' '}
          <span className="set-saves">
            <TextWithAmount
              text={texts.text('youSave', amountPlaceholder)}
              amount={cost.origin - cost.pay}
              words={texts}
            />
          </span>
        </>
      )}
      {note && (
        <span className={cost ? 'set-note small' : undefined} suppressHydrationWarning>
          {note}
        </span>
      )}
    </p>
  );
}
