import { type SyntheticEvent, useEffect, useRef } from 'react';
import { setQuantity } from '#client/bag/actions.ts';
import { announce } from '#client/page/announce.ts';
import type { BagTexts } from '#lib/bag/bag-texts.ts';
import { type Line, unitsPerSet } from '#lib/bag/line.ts';
import { maxLineQuantity } from '#lib/contract/bag-limits.ts';
import { notify } from '../adding/notify.ts';

interface Props {
  line: Line;
  /** Maximum quantity: the number of units available. */
  max: number;
  texts: BagTexts;
}

/**
 * Renders the quantity field with minus and plus buttons. If the bag is full, plus shows an error (R14, BAG-45). An entered number
 * takes effect on blur or Enter.
 */
export function Quantity({ line, max, texts }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const now = line.quantity / unitsPerSet(line);

  // If the quantity changes elsewhere, it replaces the number being typed; the field keeps focus.
  useEffect(() => {
    field.current!.value = String(now);
  }, [now]);

  const set = (quantity: number, pressed: HTMLElement) => {
    if (setQuantity(line, quantity)) {
      announce(texts.text('quantityNow', { title: line.title, count: quantity }));
      return;
    }
    field.current!.value = String(now);
    notify(texts.text('purchaseMaxItemsMsg'), ({ showBagFullMessage }) => showBagFullMessage(pressed, texts));
  };

  const take = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    const typed = Math.min(maxLineQuantity, Math.trunc(currentTarget.valueAsNumber));
    if (typed >= 1 && typed !== now) set(typed, currentTarget);
    else currentTarget.value = String(now);
  };

  return (
    <div className="quantity bag-quantity">
      <button
        type="button"
        className="icon-button"
        aria-label={texts.text('bagOneLess', { title: line.title })}
        aria-disabled={now <= 1}
        onClick={(event) => now > 1 && set(now - 1, event.currentTarget)}
      >
        <span aria-hidden="true">−</span>
      </button>
      <input
        ref={field}
        type="number"
        inputMode="numeric"
        min="1"
        max={Math.min(max, maxLineQuantity)}
        defaultValue={now}
        aria-label={texts.text('quantityOf', { title: line.title })}
        onBlur={take}
        onKeyDown={(event) => event.key === 'Enter' && take(event)}
      />
      <button
        type="button"
        className="icon-button"
        aria-label={texts.text('bagOneMore', { title: line.title })}
        aria-disabled={now >= max}
        onClick={(event) => now < max && set(now + 1, event.currentTarget)}
      >
        <span aria-hidden="true">+</span>
      </button>
    </div>
  );
}
