import { useLayoutEffect, useRef, useState } from 'react';
import { localPath } from '#client/language/local-path.ts';
import type { ShopTexts } from '#lib/bag/shop-texts.ts';
import {
  type ChosenValues,
  chooseValue,
  chosenVariant,
  findMatchingVariant,
  firstChoice,
  isValueAvailable,
  type QuickProduct,
  variantsForSale,
} from '#lib/catalog/card-options.ts';
import type { WireProduct } from '#lib/contract/wire-product.ts';
import { variantPath } from '#lib/pages/paths.ts';
import { showDialog } from '../show-dialog.tsx';

type Variant = WireProduct['variants'][number];

interface Mask {
  quick: QuickProduct;
  texts: ShopTexts;
}

interface Opened extends Mask {
  card: HTMLElement;
  /** Element that opened the mask, and that receives focus when the mask closes. */
  opener: HTMLElement;
  /** Called with the chosen variant once every option has a selected value. */
  onChosen: (variant: Variant) => void;
}

/**
 * Opens the option mask of a card. A carousel that contains the card pauses while the mask is open (`carousel:pause`,
 * `carousel:resume`).
 */
export function openOptionMask({ card, opener, onChosen, ...mask }: Opened): void {
  card.dispatchEvent(new Event('carousel:pause', { bubbles: true }));
  showDialog((end) => {
    const close = (variant: Variant | null) => {
      end();
      // Safari does not focus a link that is clicked, so the dialog cannot restore the focus there.
      opener.focus();
      card.dispatchEvent(new Event('carousel:resume', { bubbles: true }));
      if (variant) onChosen(variant);
    };
    return <OptionMask {...mask} onClose={close} />;
  });
}

/**
 * Renders the option mask of a product card (CARD-11 to CARD-14), a dialog with one button per option value. Choosing a value for
 * the last option adds the product. A sold-out value links to its variant, where a shopper can request a back-in-stock email.
 */
function OptionMask({ quick, texts, onClose }: Mask & { onClose: (variant: Variant | null) => void }) {
  const { title, options, seoUrl, thumbnail } = quick.product;
  const [choice, setChoice] = useState(() => firstChoice(quick.product));
  const [shown] = variantsForSale(quick, choice);
  const [lowest, isFrom] = priceOf(quick, choice);
  const dialog = useRef<HTMLDialogElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  const chosen = useRef<Variant>(null);
  const close = () => dialog.current?.close();

  useLayoutEffect(() => {
    dialog.current?.showModal();
    // `showModal` would focus the first link, which may be a sold-out value.
    first.current?.focus();
  }, []);

  const pick = (option: number, value: number) => {
    const next = chooseValue(quick, choice, option, value);
    setChoice(next);
    chosen.current = chosenVariant(quick, next);
    if (chosen.current) close();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog element already closes on Escape
    <dialog
      ref={dialog}
      className="card-mask"
      aria-label={`${texts.text('chooseOptions')} ${title}`}
      onClose={() => onClose(chosen.current)}
      onClick={({ target }) => target === dialog.current && close()}
    >
      {/* Covers the dialog, so that a click beside its buttons is not a click on the backdrop. */}
      <div>
        <div className="card-mask-head">
          <img src={shown?.imgUrl || thumbnail} width={128} height={160} alt="" />
          <p className="small quiet">{texts.text('addToBag')}</p>
          <p className="card-mask-title" dir="auto" aria-hidden="true">
            {title}
          </p>
          <p>{isFrom ? `${texts.text('priceFrom')} ${texts.money(lowest)}` : texts.money(lowest)}</p>
        </div>
        {options.map(({ name, style, values }, option) => {
          // A price at some values only would look like a surcharge.
          const hasPrices = isFrom && values.every(({ id }) => !priceOf(quick, choice.with(option, id))[1]);
          return (
            // An option with a single value needs no choice.
            values.length > 1 && (
              // biome-ignore lint/a11y/useSemanticElements: browsers style a fieldset's box in ways that CSS cannot remove.
              <div className="card-values" role="group" aria-label={name} key={name}>
                <span className="card-option" dir="auto" aria-hidden="true">
                  {name}
                </span>
                {values.map(({ id, value, img, styleValue }) => {
                  const isForSale = isValueAvailable(quick, choice, option, id);
                  const soldOut = isForSale ? undefined : findMatchingVariant(quick, choice.with(option, id));
                  const [price] = priceOf(quick, choice.with(option, id));
                  const content = (
                    <>
                      {style === 2 && img && <img src={img} width={32} height={32} alt="" />}
                      {style === 3 && styleValue && (
                        <svg className="dot" viewBox="0 0 16 16" aria-hidden="true">
                          <circle cx="8" cy="8" r="7.5" fill={styleValue} />
                        </svg>
                      )}
                      <bdi>{value}</bdi>
                      {isForSale && hasPrices && <span className="quiet">{texts.money(price)}</span>}
                    </>
                  );
                  return soldOut ? (
                    <a
                      className="card-value"
                      key={id}
                      href={localPath(variantPath(seoUrl, soldOut.id))}
                      title={texts.text('soldOutOnly')}
                    >
                      {content}
                    </a>
                  ) : (
                    <button
                      className="card-value"
                      type="button"
                      key={id}
                      disabled={!isForSale}
                      ref={(button) => {
                        if (isForSale) first.current ??= button;
                      }}
                      aria-pressed={choice[option] === id}
                      onClick={() => pick(option, id)}
                    >
                      {content}
                    </button>
                  );
                })}
              </div>
            )
          );
        })}
        <button
          className="icon-button card-mask-close"
          type="button"
          aria-label={texts.text('close')}
          onClick={close}
        >
          <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
            <path d="m6 6 12 12M18 6 6 18" />
          </svg>
        </button>
      </div>
    </dialog>
  );
}

/** Returns the lowest price of the variants for sale that have the chosen values, and whether their prices differ. */
function priceOf(quick: QuickProduct, choice: ChosenValues): [lowest: number, isFrom: boolean] {
  const ids = variantsForSale(quick, choice).map(({ id }) => id);
  const prices = quick.listing
    .filter(({ sku_id }) => ids.includes(sku_id))
    .map((listed) => listed.sale_price);
  const lowest = Math.min(...prices);
  return [lowest, Math.max(...prices) > lowest];
}
