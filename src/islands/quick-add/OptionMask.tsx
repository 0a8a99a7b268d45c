import { type FocusEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Words } from '#lib/bag/shop-words.ts';
import {
  choose,
  chosenVariant,
  firstChoice,
  isAvailable,
  type QuickProduct,
} from '#lib/catalog/card-options.ts';
import type { WireProduct } from '#lib/contract/wire-product.ts';

export interface MaskProps {
  card: HTMLElement;
  quick: QuickProduct;
  words: Words;
  /** Called with the variant once every group has a selection. */
  onChosen: (variant: WireProduct['variants'][number]) => void;
  /** @param isFocusKept true: the focus has gone where it belongs */
  onClose: (isFocusKept: boolean) => void;
}

/**
 * The option mask over a card (CARD-11 to CARD-15): one button a value; the last choice adds. Escape, its close button, a press
 * beside it and a focus that goes elsewhere close it.
 */
export function OptionMask({ card, quick, words, onChosen, onClose }: MaskProps) {
  const { title, options } = quick.product;
  const [choice, setChoice] = useState(() => firstChoice(quick.product));
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
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent) => {
    // Nothing takes the focus when the whole window loses it, or a value is pressed that cannot have it.
    if (relatedTarget && !currentTarget.contains(relatedTarget)) onClose(true);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a box of its own making.
    <div
      className="card-mask"
      role="group"
      aria-label={`${words.text('chooseOptions')} ${title}`}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
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
              {values.map(({ id, value, img, styleValue }) => (
                <button
                  className="card-value"
                  type="button"
                  key={id}
                  ref={(button) => {
                    if (!button?.disabled) firstValue.current ??= button;
                  }}
                  disabled={!isAvailable(quick, choice, option, id)}
                  aria-pressed={choice[option] === id}
                  onClick={() => pick(option, id)}
                >
                  {style === 2 && img && <img src={img} width={32} height={32} alt="" />}
                  {style === 3 && styleValue && (
                    <svg className="dot" viewBox="0 0 16 16" aria-hidden="true">
                      <circle cx="8" cy="8" r="7.5" fill={styleValue} />
                    </svg>
                  )}
                  {value}
                </button>
              ))}
            </div>
          ),
      )}
    </div>
  );
}
