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
import type { Words } from '#lib/bag/shop-texts.ts';
import {
  anyVariant,
  type ChosenValues,
  choose,
  chosenVariant,
  firstChoice,
  isAvailable,
  type QuickProduct,
  variantsForSale,
} from '#lib/catalog/card-options.ts';
import type { WireProduct } from '#lib/contract/wire-product.ts';
import { variantPath } from '#lib/pages/addresses.ts';
import { showDialog } from '../show-dialog.tsx';

interface Mask {
  card: HTMLElement;
  quick: QuickProduct;
  words: Words;
  /** Called with the variant once every group has a selection. */
  onChosen: (variant: WireProduct['variants'][number]) => void;
}

interface Opened extends Mask {
  /** Of the card: the mask stands in it, above the link that lies over the whole card. */
  frame: HTMLElement;
  /** Gets the focus back. */
  opener: HTMLElement;
}

/** The card whose mask is open, one a page. */
let current: { card: HTMLElement; close: Close } | null = null;

/** @param isFocusKept true: the focus has gone where it belongs */
type Close = (isFocusKept: boolean) => void;

/** Opens it; the one that is open closes. A carousel around the card pauses meanwhile (`carousel:pause`, `carousel:resume`). */
export function openMask({ frame, opener, ...mask }: Opened): void {
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
      // The opener cannot take the focus while the mask covers it.
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
 * The option mask over a card (CARD-11 to CARD-15): one button a value; the last choice adds. A value that is sold out is a link to
 * it, where a shopper can ask for an email when it is back. Escape, its close button, a press beside it and a focus that goes
 * elsewhere close it.
 */
function OptionMask({ card, quick, words, onChosen, onClose }: Mask & { onClose: Close }) {
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
    const next = choose(quick, choice, option, value);
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
  // On a phone the sheet reaches over the window to catch what is pressed beside it.
  const onClick = ({ target, currentTarget, clientY }: MouseEvent) => {
    if (target === currentTarget && clientY < currentTarget.getBoundingClientRect().top) onClose(false);
  };
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent) => {
    // Nothing takes the focus when the whole window loses it.
    if (relatedTarget && !currentTarget.contains(relatedTarget)) onClose(true);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a box of its own making.
    <div
      className="card-mask"
      role="group"
      aria-label={`${words.text('chooseOptions')} ${title}`}
      // Takes the focus of a press between the buttons, which would go to the page and close the mask.
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
        <p>{priceText(quick, choice, words)}</p>
      </div>
      <button
        className="icon-button card-mask-close"
        type="button"
        aria-label={words.text('close')}
        ref={closer}
        onClick={() => onClose(false)}
      >
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="m6 6 12 12M18 6 6 18" />
        </svg>
      </button>
      {options.map(
        ({ name, style, values }, option) =>
          // What leaves no choice needs no place.
          values.length > 1 && (
            // biome-ignore lint/a11y/useSemanticElements: as above.
            <div className="card-values" role="group" aria-label={name} key={name}>
              <span className="card-option" aria-hidden="true">
                {name}
              </span>
              {values.map(({ id, value, img, styleValue }) => {
                const isForSale = isAvailable(quick, choice, option, id);
                const soldOut = isForSale ? undefined : anyVariant(quick, choice.with(option, id));
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
                    title={words.text('soldOutOnly')}
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

/** The price of what can still be chosen, with "From" where prices differ. */
function priceText(quick: QuickProduct, choice: ChosenValues, words: Words): string {
  const ids = variantsForSale(quick, choice).map(({ id }) => id);
  const prices = quick.listing
    .filter(({ sku_id }) => ids.includes(sku_id))
    .map((listed) => listed.sale_price);
  const lowest = Math.min(...prices);
  const isFrom = Math.max(...prices) > lowest;
  return `${isFrom ? `${words.text('priceFrom')} ` : ''}${words.money(lowest)}`;
}
