import { useRef } from 'react';
import { announce } from '#lib/announce.ts';
import { setQuantity } from '#lib/bag/actions.ts';
import type { BagWords } from '#lib/bag/bag-words.ts';
import { type Line, unitOf } from '#lib/bag/line.ts';
import { tellLater } from '../adding/tell-later.ts';

interface Props {
  line: Line;
  /** How many can be had. */
  most: number;
  words: BagWords;
}

/** Minus, number, plus. Plus is refused in a full bag (R14, BAG-45); a number typed counts when the field is left. */
export function Quantity({ line, most, words }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const now = line.quantity / unitOf(line);

  const set = (quantity: number, pressed: HTMLElement) => {
    if (setQuantity(line, quantity)) {
      announce(words.text('quantityNow', { title: line.title, count: quantity }));
      return;
    }
    field.current!.value = String(now);
    tellLater(words.text('purchaseMaxItemsMsg'), ({ tellFull }) => tellFull(pressed, words));
  };

  return (
    <div className="quantity bag-quantity">
      <button
        type="button"
        className="icon-button"
        aria-label={words.text('bagOneLess', { title: line.title })}
        disabled={now <= 1}
        onClick={(event) => set(now - 1, event.currentTarget)}
      >
        <span aria-hidden="true">−</span>
      </button>
      <input
        key={now}
        ref={field}
        type="number"
        inputMode="numeric"
        min="1"
        max={Math.min(most, 9999)}
        defaultValue={now}
        aria-label={words.text('quantityOf', { title: line.title })}
        onBlur={(event) => {
          const typed = Math.trunc(event.currentTarget.valueAsNumber);
          if (typed >= 1 && typed !== now) set(typed, event.currentTarget);
          else event.currentTarget.value = String(now);
        }}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
      <button
        type="button"
        className="icon-button"
        aria-label={words.text('bagOneMore', { title: line.title })}
        disabled={now >= most}
        onClick={(event) => set(now + 1, event.currentTarget)}
      >
        <span aria-hidden="true">+</span>
      </button>
    </div>
  );
}
