import type { Ref } from 'react';
import type { BagViewModel } from '#lib/bag/bag-view-model.ts';
import type { ShopTexts } from '#lib/bag/shop-texts.ts';
import { Notice } from './Notice.tsx';
import type { CheckoutButtonState } from './use-checkout.ts';

interface Props {
  ref?: Ref<HTMLButtonElement>;
  checkout: CheckoutButtonState;
  shown: BagViewModel;
  texts: ShopTexts;
  /** True on the bag page, where the button is sticky on narrow screens and then shows the total (bag-page.css). */
  isPage?: boolean;
}

/** Renders the checkout button and its errors. A click during pricing takes effect once the bag is priced. */
export function CheckoutButton({ ref, checkout, shown, texts, isPage = false }: Props) {
  const isOpen = shown.canCheckout && (shown.total !== null || shown.isUpdating);
  const message = checkout.isUnseen ? texts.text('bagChanged') : checkout.message;
  return (
    <>
      {message && (
        <Notice message={message} lasts={checkout.lasts} onOver={checkout.reload}>
          {message}
        </Notice>
      )}
      <button
        ref={ref}
        type="button"
        className="button button-wide"
        aria-busy={checkout.isBusy}
        aria-disabled={!isOpen}
        onClick={() => isOpen && !checkout.isBusy && void checkout.start()}
      >
        {texts.text('checkout')}
        {isPage && shown.total !== null && (
          <span className="bag-way-total">
            {'· '}
            {texts.money(shown.total)}
          </span>
        )}
      </button>
    </>
  );
}
