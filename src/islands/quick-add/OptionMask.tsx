import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
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

interface Mask {
  card: HTMLElement;
  quick: QuickProduct;
  texts: ShopTexts;
  /** Called with the chosen variant once every option has a selected value. */
  onChosen: (variant: WireProduct['variants'][number]) => void;
}

interface Opened extends Mask {
  /** Element of the card that contains the mask, above the link that covers the whole card. */
  frame: HTMLElement;
  /** Element that opened the mask, and that receives focus when the mask closes. */
  opener: HTMLElement;
}

/** The card whose mask is open, at most one per page. */
let current: { card: HTMLElement; close: Close } | null = null;

/** Closes the mask. @param isFocusKept true if focus must not return to the opener */
type Close = (isFocusKept: boolean) => void;

/**
 * Opens the option mask of a card and closes any other mask. A carousel that contains the card pauses while the mask is open
 * (`carousel:pause`, `carousel:resume`).
 */
export function openOptionMask({ frame, opener, ...mask }: Opened): void {
  const { card } = mask;
  if (current?.card === card) return;
  current?.close(true);
  opener.setAttribute('aria-expanded', 'true');
  card.dispatchEvent(new Event('carousel:pause', { bubbles: true }));
  showDialog((end) => {
    const close: Close = (isFocusKept) => {
      if (current?.close !== close) return;
      current = null;
      const hadFocus = card.contains(document.activeElement);
      // Remove the mask first, because the opener cannot receive focus while the mask covers it.
      end();
      opener.setAttribute('aria-expanded', 'false');
      if (hadFocus && !isFocusKept) opener.focus();
      card.dispatchEvent(new Event('carousel:resume', { bubbles: true }));
    };
    current = { card, close };
    return <OptionMask {...mask} onClose={close} />;
  }, frame);
}

/**
 * Renders the option mask over a product card (CARD-11 to CARD-15), with one button per option value. Choosing a value for the last
 * option adds the product. A sold-out value links to its variant, where a shopper can request a back-in-stock email. Escape, the
 * close button, a click outside and leaving the mask by keyboard close it.
 */
function OptionMask({ card, quick, texts, onChosen, onClose }: Mask & { onClose: Close }) {
  const { title, options, seoUrl, thumbnail } = quick.product;
  const [choice, setChoice] = useState(() => firstChoice(quick.product));
  const [shown] = variantsForSale(quick, choice);
  const closer = useRef<HTMLButtonElement>(null);
  const firstValue = useRef<HTMLButtonElement>(null);

  useLayoutEffect(() => {
    (firstValue.current ?? closer.current!).focus({ preventScroll: true });
  }, []);

  useEffect(() => {
    const press = ({ target }: PointerEvent) => {
      if (!card.contains(target as Node)) onClose(true);
    };
    document.addEventListener('pointerdown', press);
    return () => document.removeEventListener('pointerdown', press);
  }, [card, onClose]);

  const pick = (option: number, value: number) => {
    const next = chooseValue(quick, choice, option, value);
    setChoice(next);
    const variant = next === choice ? null : chosenVariant(quick, next);
    if (!variant) return;
    onClose(false);
    onChosen(variant);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose(false);
  };
  // On phones the mask is a bottom sheet with a pseudo-element that covers the window, so clicks outside the sheet arrive here too.
  const onClick = ({ target, currentTarget, clientY }: MouseEvent) => {
    if (target === currentTarget && clientY < currentTarget.getBoundingClientRect().top) onClose(false);
  };
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent) => {
    // When the whole window loses focus, `relatedTarget` is null and the mask stays open.
    if (relatedTarget && !currentTarget.contains(relatedTarget)) onClose(true);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers style a fieldset's box in ways that CSS cannot remove.
    <div
      className="card-mask"
      role="group"
      aria-label={`${texts.text('chooseOptions')} ${title}`}
      // Makes the mask focusable: a click between its buttons must not move focus to the page, because that would close the mask.
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onBlur={onBlur}
    >
      <div className="card-mask-head">
        <img src={shown?.imgUrl || thumbnail} width={64} height={80} alt="" />
        <p className="card-mask-title" aria-hidden="true">
          {title}
        </p>
        <p>{priceText(quick, choice, texts)}</p>
      </div>
      <button
        className="icon-button card-mask-close"
        type="button"
        aria-label={texts.text('close')}
        ref={closer}
        onClick={() => onClose(false)}
      >
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="m6 6 12 12M18 6 6 18" />
        </svg>
      </button>
      {options.map(
        ({ name, style, values }, option) =>
          // An option with a single value needs no choice.
          values.length > 1 && (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be styled fully, see the mask's element.
            <div className="card-values" role="group" aria-label={name} key={name}>
              <span className="card-option" aria-hidden="true">
                {name}
              </span>
              {values.map(({ id, value, img, styleValue }) => {
                const isForSale = isValueAvailable(quick, choice, option, id);
                const soldOut = isForSale ? undefined : findMatchingVariant(quick, choice.with(option, id));
                const content = (
                  <>
                    {style === 2 && img && <img src={img} width={32} height={32} alt="" />}
                    {style === 3 && styleValue && (
                      <svg className="dot" viewBox="0 0 16 16" aria-hidden="true">
                        <circle cx="8" cy="8" r="7.5" fill={styleValue} />
                      </svg>
                    )}
                    {value}
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
                    ref={(button) => {
                      if (!button?.disabled) firstValue.current ??= button;
                    }}
                    disabled={!isForSale}
                    aria-pressed={choice[option] === id}
                    onClick={() => pick(option, id)}
                  >
                    {content}
                  </button>
                );
              })}
            </div>
          ),
      )}
    </div>
  );
}

/** Returns the lowest price of the variants that can still be chosen, after "From" if their prices differ. */
function priceText(quick: QuickProduct, choice: ChosenValues, texts: ShopTexts): string {
  const ids = variantsForSale(quick, choice).map(({ id }) => id);
  const prices = quick.listing
    .filter(({ sku_id }) => ids.includes(sku_id))
    .map((listed) => listed.sale_price);
  const lowest = Math.min(...prices);
  const isFrom = Math.max(...prices) > lowest;
  return `${isFrom ? `${texts.text('priceFrom')} ` : ''}${texts.money(lowest)}`;
}
