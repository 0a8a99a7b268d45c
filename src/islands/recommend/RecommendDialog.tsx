import { useEffect, useRef } from 'react';
import { priceBag } from '#client/bag/page-pricing.ts';
import { announce } from '#client/page/announce.ts';
import type { ShopTexts } from '#lib/bag/shop-texts.ts';
import { moveToastIntoModal } from '../adding/notices.tsx';
import { CheckoutButton } from '../bag/CheckoutButton.tsx';
import { useBag } from '../bag/use-bag.ts';
import { useCheckout } from '../bag/use-checkout.ts';
import { showDialog } from '../show-dialog.tsx';
import type { RecommendationOffer } from './offer.ts';
import { RecommendItem } from './RecommendItem.tsx';

interface Props {
  offer: RecommendationOffer;
  texts: ShopTexts;
  onClose: () => void;
}

/** Renders a dialog with recommendations for the added products, the bag's subtotal and the checkout button (RECO-18 to RECO-20). */
export function RecommendDialog({ offer, texts, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const shown = useBag();
  const checkout = useCheckout();
  const { total } = shown;

  useEffect(() => {
    dialog.current?.showModal();
    moveToastIntoModal();
    void priceBag();
  }, []);
  // The initial subtotal is part of the dialog, so only changes are announced.
  const before = useRef<number | null>(null);
  useEffect(() => {
    if (total === null) return;
    if (before.current !== null && before.current !== total)
      announce(`${texts.text('subtotal')} ${texts.money(total)}`);
    before.current = total;
  }, [total, texts]);
  const hide = () => dialog.current?.close();

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog element already closes on Escape
    <dialog
      ref={dialog}
      className="offer"
      aria-labelledby="offer-title"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && hide()}
    >
      <div className="offer-inner">
        <div className="bag-head">
          <h2 id="offer-title">{offer.style.title}</h2>
          <button type="button" className="icon-button" aria-label={texts.text('close')} onClick={hide}>
            <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
              <path d="M6 6l12 12M18 6L6 18" />
            </svg>
          </button>
        </div>
        <ul className="offer-items">
          {offer.items.map(({ product, card }) => (
            <RecommendItem
              key={product.id}
              product={product}
              card={card}
              ratio={offer.style.imgSize}
              texts={texts}
              isLoading={shown.isUpdating}
            />
          ))}
        </ul>
        <div className="bag-foot bag-summary">
          <p className="bag-total" aria-busy={shown.isUpdating}>
            <span>{texts.text('subtotal')}</span>
            <span>{total === null ? '…' : texts.money(total)}</span>
          </p>
          <CheckoutButton checkout={checkout} shown={shown} texts={texts} />
          <button type="button" className="button button-plain button-wide" onClick={hide}>
            {texts.text('continueShopping')}
          </button>
        </div>
      </div>
    </dialog>
  );
}

export function openRecommendationsDialog(offer: RecommendationOffer, texts: ShopTexts): void {
  showDialog((end) => <RecommendDialog offer={offer} texts={texts} onClose={end} />);
}
