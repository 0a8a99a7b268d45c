import { useRef } from 'react';
import type { ShopTexts } from '#lib/bag/shop-texts.ts';

/** Renders the quantity field with minus and plus buttons (PDP-06). The field is uncontrolled. */
export function QuantityField({ words: texts }: { words: ShopTexts }) {
  const field = useRef<HTMLInputElement>(null);
  const step = (by: number) => {
    const { valueAsNumber, max } = field.current!;
    field.current!.value = String(Math.min(Number(max), Math.max(1, (valueAsNumber || 1) + by)));
    for (const type of ['input', 'change']) field.current!.dispatchEvent(new Event(type, { bubbles: true }));
  };
  return (
    <div className="quantity">
      <button
        className="step"
        type="button"
        aria-label={texts.text('oneFewer')}
        onClick={() => step(-1)}
        suppressHydrationWarning
      >
        −
      </button>
      <input
        ref={field}
        type="number"
        name="quantity"
        defaultValue={1}
        min="1"
        max="99"
        step="1"
        inputMode="numeric"
        aria-label={texts.text('quantity')}
      />
      <button
        className="step"
        type="button"
        aria-label={texts.text('oneMore')}
        onClick={() => step(1)}
        suppressHydrationWarning
      >
        +
      </button>
    </div>
  );
}
