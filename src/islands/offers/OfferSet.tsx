import { memo, type ReactNode, useRef } from 'react';
import { announce } from '#client/page/announce.ts';
import { hintText, type OwnTexts, textIn } from '#lib/messages/format.ts';
import { offerTexts } from '#lib/messages/offers.ts';
import { addToBag } from '../after-add/add-to-bag.ts';
import { type DrawnShop, useShop, useWords } from '../currency/use-shop-texts.ts';
import { OfferRow } from './OfferRow.tsx';
import { OfferSum } from './OfferSum.tsx';
import type { SetProps } from './set-data.ts';
import { useSet } from './use-set.ts';

interface Props {
  shop: DrawnShop;
  texts: OwnTexts;
  set: SetProps;
  /** Content above the rows. */
  children?: ReactNode;
}

/**
 * Renders a set on a product's page: bought together, bundle, any N of a pool (PDP-12, PDP-14). Shows the price of the selection
 * and adds it as one group. Every text has a separate element: see product/ProductForm.tsx.
 */
export default memo(function OfferSet({ shop: drawn, texts, set, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const sum = useRef<HTMLParagraphElement>(null);
  const shop = useShop(drawn);
  const words = useWords(shop);
  const own = { text: textIn(offerTexts, texts) };
  const { rows, isAwake, answer, ask, lines } = useSet(form, set);
  const { cost } = answer;
  const price = typeof cost === 'string' ? null : cost;
  const notes = {
    gone: own.text('offerSoldOut'),
    over: words.text('promotions-over'),
    unasked: own.text('offerFailed'),
  };
  const isOff = cost !== 'unasked' && price?.status !== 1;
  const press = async (button: HTMLElement) => {
    if (isOff) return announce(sum.current!.textContent);
    const wanted = cost === 'unasked' ? [] : await lines();
    if (wanted.length === 0) return ask(true);
    addToBag({ lines: wanted, bundle: { code: set.code, sets: 1 } }, button, shop.bag, words);
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
        onChange={() => void ask(true)}
        onSubmit={(event) => event.preventDefault()}
      >
        <ul className="set-items">
          {set.rows.map(({ product, variant = '' }, at) => (
            <OfferRow
              // Keyed by position: a pool has the same product in several rows.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              key={at}
              {...{ at, variant, isAwake, words, own }}
              row={rows[at]!}
              initialProduct={set.products.find(({ id }) => id === product)!}
              isPool={set.isPool}
              isLarge={set.isPage === true}
            />
          ))}
        </ul>
        <div className="set-foot no-print">
          <OfferSum
            place={sum}
            answer={answer}
            cost={price}
            note={typeof cost === 'string' ? notes[cost] : hintText(cost.hint, shop.texts)}
            {...{ words, own }}
          />
          {/* Not natively disabled: a button that was pressed keeps the focus. */}
          <button
            className="button js-only"
            type="button"
            aria-disabled={isOff}
            onClick={({ currentTarget }) => void press(currentTarget)}
            suppressHydrationWarning
          >
            {own.text('offerAdd')}
          </button>
        </div>
      </form>
    </section>
  );
});
