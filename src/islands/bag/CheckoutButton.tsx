import type { Ref } from 'react';
import type { Words } from '#lib/bag/shop-words.ts';
import { Notice } from './Notice.tsx';
import type { CheckoutStart } from './use-checkout.ts';

interface Props {
  ref?: Ref<HTMLButtonElement>;
  checkout: CheckoutStart;
  /** Whether there is something to go there with. */
  isOpen: boolean;
  words: Words;
}

/** The way to the checkout, with what stands in it. */
export function CheckoutButton({ ref, checkout, isOpen, words }: Props) {
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
        aria-busy={checkout.isBusy}
        aria-disabled={!isOpen}
        onClick={() => isOpen && void checkout.start()}
      >
        {words.text('checkout')}
      </button>
    </>
  );
}
