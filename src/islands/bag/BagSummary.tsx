import { useRef, useState } from 'react';
import { currentCheckoutGroups, priceBag } from '#client/bag/page-pricing.ts';
import { localPath } from '#client/language/local-path.ts';
import type { BagTexts } from '#lib/bag/bag-texts.ts';
import type { BagViewModel } from '#lib/bag/bag-view-model.ts';
import { getCustomisations } from '#lib/bag/checkout-groups.ts';
import { isGift } from '#lib/bag/line.ts';
import type { IslandShopProps } from '#lib/bag/shop-texts.ts';
import { formatDeliveryEstimate } from '#lib/delivery/format-delivery-estimate.ts';
import { notify } from '../adding/notify.ts';
import type { ExpressSelection } from '../paypal/express-flow.ts';
import { PayPalButton } from '../paypal/PayPalButton.tsx';
import { CheckoutButton } from './CheckoutButton.tsx';
import { Coupon } from './Coupon.tsx';
import { FreeShipping } from './FreeShipping.tsx';
import { Notice } from './Notice.tsx';
import { useIsBagSaved, useLast } from './use-bag.ts';
import { useCheckout } from './use-checkout.ts';

interface Props {
  shown: BagViewModel;
  shop: IslandShopProps;
  texts: BagTexts;
  /**
   * True on the bag page, where the summary also contains free shipping and the coupon. In the dropdown and drawer it links to the
   * bag page.
   */
  isPage?: boolean;
}

/** Renders the server's totals and the checkout buttons. Until the server responds, a text indicates that the totals are being updated. */
export function BagSummary({ shown, shop, texts, isPage = false }: Props) {
  const checkout = useCheckout();
  const way = useRef<HTMLButtonElement>(null);
  const isSaved = useIsBagSaved();
  const [payPalProblem, setPayPalProblem] = useState('');
  const { total } = shown;
  const saved = useLast(shown.discount) ?? 0;
  const failure = texts.text(shown.isPlain ? 'discountsFailed' : 'pricesFailed');
  const isOpen = shown.canCheckout && total !== null && !checkout.isBusy;
  const again = () => {
    // The retry button disappears with its notice, so move focus to the checkout button.
    way.current?.focus();
    void priceBag();
  };
  return (
    <div className="bag-summary">
      {isPage && (
        <>
          <FreeShipping setting={shop.bag.freeShippingThreshold} shown={shown} texts={texts} />
          <Coupon shown={shown} texts={texts} />
        </>
      )}
      {saved > 0 && !shown.hasFailed && (
        <p className="small bag-saved" aria-busy={shown.isUpdating}>
          {texts.text('youSave', { amount: texts.money(saved) })}
        </p>
      )}
      <p className="bag-total" aria-busy={shown.isUpdating}>
        <span>{texts.text('bagSubtotal')}</span>
        {/* When the amount arrives, the key replaces the element: changing the text inside it would count as a layout shift. */}
        <span key={total === null ? 'words' : 'sum'}>
          {total === null ? (shown.hasFailed ? '–' : texts.text('updating')) : texts.money(total)}
        </span>
      </p>
      <p className="small quiet">
        {texts.chargedIn
          ? texts.text('currencyTip', { currency: texts.chargedIn })
          : texts.text('taxesLater')}
      </p>
      {/* Reserves space until the server has responded, so that the content below does not move. */}
      {(shown.isUnpriced || shown.arrives) && (
        <p className="small">{shown.arrives ? formatDeliveryEstimate(texts, shown.arrives) : '\u00a0'}</p>
      )}
      {shown.hasFailed && (
        <Notice message={failure}>
          {failure}{' '}
          <button type="button" className="bag-link" onClick={again}>
            {texts.text('tryAgain')}
          </button>
        </Notice>
      )}
      <div className="bag-ways">
        <CheckoutButton ref={way} checkout={checkout} shown={shown} texts={texts} isPage={isPage} />
      </div>
      {shown.canCheckout && (
        <PayPalButton
          place="bag"
          text={texts.text}
          // PayPal needs the amount after discounts, so the button is unavailable while the discounts are unknown.
          total={isOpen && !shown.isPlain ? total : null}
          read={() => (isOpen && !shown.isPlain ? selectionOf(shown, total) : null)}
          openCheckout={(paypalOrderId) => checkout.open({ paypalOrderId })}
          onProblem={(message, ms) => {
            setPayPalProblem(message);
            notify(message, ({ showAddFailure }) => showAddFailure(message, texts, ms));
          }}
        />
      )}
      {!isPage && isSaved && (
        <a className="bag-link bag-view" href={localPath('/cart')}>
          {texts.text('viewBag')}
        </a>
      )}
      {/* Keeps the message of the error modal readable after the modal has closed. */}
      {payPalProblem && <p className="bag-notice">{payPalProblem}</p>}
    </div>
  );
}

/** Returns the selection for the PayPal button: the selected lines without gifts, and the server's total. */
function selectionOf({ lines, coupon }: BagViewModel, total: number): ExpressSelection {
  const items = lines
    .filter(({ isSelected, line }) => isSelected && !isGift(line))
    .map(({ line, price }) => ({
      product_id: line.id,
      variant_id: line.sku_id,
      quantity: line.quantity,
      pay_amount: price,
      product_title: line.title,
      tailor_req_list: getCustomisations(line),
    }));
  return { items, amount: total, coupon, checkouts: currentCheckoutGroups() };
}
