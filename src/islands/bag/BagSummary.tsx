import { useState } from 'react';
import { priceBag } from '#lib/bag/page-pricing.ts';
import { tailorOf } from '#lib/bag/request.ts';
import type { IslandShop, Words } from '#lib/bag/shop-words.ts';
import type { ShownBag } from '#lib/bag/shown-bag.ts';
import { fill } from '#lib/fill.ts';
import { localPath } from '#lib/language/local-path.ts';
import { clientId } from '#lib/session/client-id.ts';
import type { ExpressSelection } from '../paypal/mount-express.ts';
import { PayPalButton } from '../paypal/PayPalButton.tsx';
import { CheckoutButton } from './CheckoutButton.tsx';
import { FreeShipping } from './FreeShipping.tsx';
import { Notice } from './Notice.tsx';
import { useCheckout } from './use-checkout.ts';

interface Props {
  shown: ShownBag;
  shop: IslandShop;
  words: Words;
  /** The drawer also leads to the bag page. */
  hasBagLink: boolean;
}

/** What it comes to, and the way on. Totals are the server's; until it has answered they are being worked out. */
export function BagSummary({ shown, shop, words, hasBagLink }: Props) {
  const checkout = useCheckout();
  const [payPalProblem, setPayPalProblem] = useState('');
  const { total, discount } = shown;
  const isOpen = shown.canCheckout && total !== null && !checkout.isBusy;
  return (
    <div className="bag-summary">
      {total !== null && (
        <FreeShipping setting={shop.bag.freeShippingThreshold} total={total} words={words} />
      )}
      {shown.discounts.map(({ discount_id, desc, params }) => (
        <p className="bag-discount small" key={discount_id}>
          {fill(desc, params)}
        </p>
      ))}
      {discount !== null && discount > 0 && (
        <p className="small bag-saved">{words.text('youSave', { amount: words.money(discount) })}</p>
      )}
      <p className="bag-total" aria-busy={shown.isUpdating}>
        <span>{words.text('bagSubtotal')}</span>
        <span>{total === null ? (shown.hasFailed ? '–' : words.text('updating')) : words.money(total)}</span>
      </p>
      <p className="small quiet">
        {words.chargedIn
          ? words.text('currencyTip', { currency: words.chargedIn })
          : words.text('taxesLater')}
      </p>
      {shown.hasFailed && (
        <Notice message={words.text('pricesFailed')}>
          {words.text('pricesFailed')}{' '}
          <button type="button" className="bag-link" onClick={() => void priceBag()}>
            {words.text('tryAgain')}
          </button>
        </Notice>
      )}
      <CheckoutButton checkout={checkout} isOpen={isOpen} words={words} />
      <PayPalButton
        place="bag"
        text={words.text}
        total={isOpen ? total : null}
        read={() => (isOpen ? selectionOf(shown, total) : null)}
        openCheckout={(paypalOrderId) => checkout.open({ paypalOrderId })}
        onProblem={(message) => setPayPalProblem(message)}
      />
      {payPalProblem && <Notice message={payPalProblem}>{payPalProblem}</Notice>}
      {hasBagLink && (
        <a className="button button-plain button-wide" href={localPath('/cart')}>
          {words.text('viewBag')}
        </a>
      )}
    </div>
  );
}

/** What PayPal is asked for: the selected, available lines and the server's total. */
function selectionOf({ lines, coupon }: ShownBag, total: number): ExpressSelection {
  const items = lines
    .filter(({ isSelected }) => isSelected)
    .map(({ line, price }) => ({
      product_id: line.id,
      variant_id: line.sku_id,
      quantity: line.quantity,
      pay_amount: price,
      product_title: line.title,
      tailor_req_list: tailorOf(line),
    }));
  return { items, amount: total, coupon, distinctId: clientId() };
}
