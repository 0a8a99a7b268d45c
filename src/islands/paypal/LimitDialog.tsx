import { useEffect, useRef } from 'react';
import { api } from '#client/api/api.ts';
import { findShopData } from '#client/page/page-shop.ts';
import type { ShopTexts } from '#lib/bag/shop-texts.ts';
import { type CurrencyConfig, usdConfig } from '#lib/currency/config.ts';
import { createOrderMoneyFormatter } from '#lib/currency/order-money.ts';
import { roundToMinorUnits } from '#lib/money/minor.ts';
import type { PayPalConfig } from '#lib/paypal/button-visibility.ts';
import { showDialog } from '../show-dialog.tsx';

type Limits = Pick<PayPalConfig, 'currency' | 'min_amount' | 'max_amount'>;

/** Returns a text such as `PayPal accepts orders from $1.00 to $500.00`, without a limit that is not set. */
function limitText(limits: Limits, shop: CurrencyConfig, text: ShopTexts['text']): string {
  const { currency, min_amount, max_amount } = limits;
  const write = createOrderMoneyFormatter(shop, currency);
  const money = (amount: number) => write(roundToMinorUnits(amount, currency));
  const min = money(min_amount ?? 0);
  if (max_amount === null) return text('payPalLeast', { min });
  const max = money(max_amount);
  return min_amount === null ? text('payPalMost', { max }) : text('paypalLimit', { min, max });
}

interface Props {
  config: Limits;
  /** The shop's currency settings, used to format the amounts. */
  shop: CurrencyConfig;
  text: ShopTexts['text'];
  onClose: () => void;
}

/**
 * Renders a dialog with the amounts that PayPal accepts, shown instead of creating an order (PPX-13 to PPX-15). Closing the dialog
 * restores focus.
 */
export function LimitDialog({ config, shop, text, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog className="paypal-limit" aria-labelledby="paypal-limit-text" ref={dialog} onClose={onClose}>
      <p id="paypal-limit-text">{limitText(config, shop, text)}</p>
      <form method="dialog">
        <button className="button" type="submit">
          {text('close')}
        </button>
      </form>
    </dialog>
  );
}

let isOpen = false;

/** Opens the limit dialog unless it is already open; repeated clicks while it loads open it only once. */
export async function openLimitDialog(config: Limits, text: ShopTexts['text']): Promise<void> {
  if (isOpen) return;
  isOpen = true;
  // The checkout has no header, so its page does not contain the shop's currencies.
  const shop = findShopData()?.currency ?? (await api('GET /api/v1/currency')).data ?? usdConfig;
  showDialog((end) => {
    const close = () => {
      isOpen = false;
      end();
    };
    return <LimitDialog config={config} shop={shop} text={text} onClose={close} />;
  });
}
