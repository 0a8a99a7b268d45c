import { type Ref, useEffect, useState } from 'react';
import type { ShownBag } from '#lib/bag/bag-view-model.ts';
import type { Words } from '#lib/bag/shop-words.ts';
import { Notice } from './Notice.tsx';
import type { CheckoutStart } from './use-checkout.ts';

interface Props {
  ref?: Ref<HTMLButtonElement>;
  checkout: CheckoutStart;
  shown: ShownBag;
  words: Words;
}

/** The way to the checkout, with what stands in it. Pressed while the bag is priced it goes on once the total is there. */
export function CheckoutButton({ ref, checkout, shown, words }: Props) {
  /** Pieces in the bag that is waited for, null where nobody waits. */
  const [wanted, setWanted] = useState<number | null>(null);
  const { canCheckout, count, isUpdating, total } = shown;
  const isOpen = canCheckout && (total !== null || isUpdating) && !checkout.isBusy;

  // biome-ignore lint/correctness/useExhaustiveDependencies: it goes on when the bag is priced, not when anything else changes
  useEffect(() => {
    if (wanted === null || isUpdating) return;
    setWanted(null);
    // What has left the bag meanwhile is to be seen first.
    if (isOpen && count === wanted) void checkout.start();
  }, [wanted, isUpdating]);

  return (
    <>
      {checkout.message && (
        <Notice message={checkout.message} lasts={checkout.lasts} onOver={checkout.reload}>
          {checkout.message}
        </Notice>
      )}
      <button
        ref={ref}
        type="button"
        className="button button-wide"
        aria-busy={checkout.isBusy || wanted !== null}
        aria-disabled={!isOpen}
        onClick={() => isOpen && setWanted(count)}
      >
        {words.text('checkout')}
      </button>
    </>
  );
}
