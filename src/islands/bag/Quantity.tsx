import { type SyntheticEvent, useEffect, useRef } from 'react';
import { setQuantity } from '#client/bag/actions.ts';
import { announce } from '#client/page/announce.ts';
import type { BagWords } from '#lib/bag/bag-texts.ts';
import { type Line, unitOf } from '#lib/bag/line.ts';
import { maxLineQuantity } from '#lib/contract/bag-limits.ts';
import { notify } from '../adding/notify.ts';

interface Props {
  line: Line;
  /** How many can be had. */
  max: number;
  words: BagWords;
}

/** Minus, number, plus: the one with the focus keeps it. Plus is refused in a full bag (R14, BAG-45); a number typed counts when the field is left. */
export function Quantity({ line, max, words }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const now = line.quantity / unitOf(line);

  // A number that is being typed gives way to a change from elsewhere; the field itself, and its focus, stays.
  useEffect(() => {
    field.current!.value = String(now);
  }, [now]);

  const set = (quantity: number, pressed: HTMLElement) => {
    if (setQuantity(line, quantity)) {
      announce(words.text('quantityNow', { title: line.title, count: quantity }));
      return;
    }
    field.current!.value = String(now);
    notify(words.text('purchaseMaxItemsMsg'), ({ showFullMessage }) => showFullMessage(pressed, words));
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
        aria-label={words.text('bagOneLess', { title: line.title })}
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
        aria-label={words.text('quantityOf', { title: line.title })}
        onBlur={take}
        onKeyDown={(event) => event.key === 'Enter' && take(event)}
      />
      <button
        type="button"
        className="icon-button"
        aria-label={words.text('bagOneMore', { title: line.title })}
        aria-disabled={now >= max}
        onClick={(event) => now < max && set(now + 1, event.currentTarget)}
      >
        <span aria-hidden="true">+</span>
      </button>
    </div>
  );
}
