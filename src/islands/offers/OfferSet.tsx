import { memo, type ReactNode, useRef } from 'react';
import { announce } from '#client/page/announce.ts';
import { type CustomTexts, createTranslate, formatPromotionMessage } from '#lib/messages/format.ts';
import { offerTexts } from '#lib/messages/offers.ts';
import { addToBag } from '../after-add/add-to-bag.ts';
import { type InitialShop, useShop, useShopTexts } from '../currency/use-shop-texts.ts';
import { OfferRow } from './OfferRow.tsx';
import { OfferTotal } from './OfferTotal.tsx';
import type { SetProps } from './set-data.ts';
import { useOfferSet } from './use-offer-set.ts';

interface Props {
  shop: InitialShop;
  texts: CustomTexts;
  set: SetProps;
  /** Content above the set's products. */
  children?: ReactNode;
}

/**
 * Renders a product set on a product page: bought together, bundle, or any N products of a pool (PDP-12, PDP-14). Shows the price
 * of the selection and adds it to the bag as one group. Each text has a separate element for the reason given in
 * product/ProductForm.tsx.
 */
export default memo(function OfferSet({ shop: initialShop, texts, set, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const sum = useRef<HTMLParagraphElement>(null);
  const shop = useShop(initialShop);
  const shopTexts = useShopTexts(shop);
  const offerLabels = { text: createTranslate(offerTexts, texts) };
  const { rows, isHydrated, answer, ask: refresh, lines } = useOfferSet(form, set);
  const { cost } = answer;
  const price = typeof cost === 'string' ? null : cost;
  const notes = {
    gone: offerLabels.text('offerSoldOut'),
    over: shopTexts.text('promotions-over'),
    unasked: offerLabels.text('offerFailed'),
  };
  const isOff = cost !== 'unasked' && price?.status !== 1;
  const press = async (button: HTMLElement) => {
    if (isOff) return announce(sum.current!.textContent);
    const selectedLines = cost === 'unasked' ? [] : await lines();
    if (selectedLines.length === 0) return refresh(true);
    addToBag({ lines: selectedLines, bundle: { code: set.code, sets: 1 } }, button, shop.bag, shopTexts);
  };
  return (
    <section
      className="section wrap set"
      id={`offer-${set.id}`}
      aria-labelledby={`offer-title-${set.id}`}
      data-code={set.code}
    >
      {children}
      <form
        ref={form}
        autoComplete="off"
        onChange={() => void refresh(true)}
        onSubmit={(event) => event.preventDefault()}
      >
        <ul className="set-items">
          {set.rows.map(({ product, variant = '' }, at) => (
            <OfferRow
              // Keyed by index, because a pool can have the same product in several rows.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              key={at}
              {...{ at, variant, isHydrated, texts: shopTexts, offerLabels }}
              row={rows[at]!}
              initialProduct={set.products.find(({ id }) => id === product)!}
              isPool={set.isPool}
              isLarge={set.isPage === true}
            />
          ))}
        </ul>
        <div className="set-foot no-print">
          <OfferTotal
            place={sum}
            answer={answer}
            cost={price}
            note={typeof cost === 'string' ? notes[cost] : formatPromotionMessage(cost.hint, shop.texts)}
            {...{ texts: shopTexts, offerLabels }}
          />
          {/* Has `aria-disabled` instead of `disabled`, so that the button keeps focus after it is pressed. */}
          <button
            className="button js-only"
            type="button"
            aria-disabled={isOff}
            onClick={({ currentTarget }) => void press(currentTarget)}
            suppressHydrationWarning
          >
            {offerLabels.text('offerAdd')}
          </button>
        </div>
      </form>
    </section>
  );
});
