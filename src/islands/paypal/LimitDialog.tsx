import { useEffect, useRef } from 'react';
import type { Words } from '#lib/bag/shop-words.ts';
import { formatMoney, usdFormat } from '#lib/money/format.ts';
import { shownMinor } from '#lib/money/minor.ts';
import type { PayPalConfig } from '#lib/paypal/rules.ts';
import { showDialog } from '../show-dialog.tsx';

/** `PayPal accepts orders from $1.00 to $500.00`; a limit that is not set is left out. */
function limitText({ currency, min_amount, max_amount }: PayPalConfig, text: Words['text']): string {
  const format = currency === 'USD' ? usdFormat : { ...usdFormat, format: `{{amount}} ${currency}` };
  const money = (amount: number) => formatMoney(shownMinor(amount, currency), currency, format);
  const min = money(min_amount ?? 0);
  return max_amount === null
    ? text('payPalLeast', { min })
    : text('paypalLimit', { min, max: money(max_amount) });
}

interface Props {
  config: PayPalConfig;
  text: Words['text'];
  onClose: () => void;
}

/** Says which amounts PayPal takes; shown instead of making an order (PPX-13 to PPX-15). The focus goes back to where it was. */
export function LimitDialog({ config, text, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog className="paypal-limit" aria-labelledby="paypal-limit-text" ref={dialog} onClose={onClose}>
      <p id="paypal-limit-text">{limitText(config, text)}</p>
      <form method="dialog">
        <button className="button" type="submit">
          {text('close')}
        </button>
      </form>
    </dialog>
  );
}

let isOpen = false;

/** Opens it, unless it is open: pressed again while this was fetched, a button says it once. */
export function showLimits(config: PayPalConfig, text: Words['text']): void {
  if (isOpen) return;
  isOpen = true;
  showDialog((end) => {
    const close = () => {
      isOpen = false;
      end();
    };
    return <LimitDialog config={config} text={text} onClose={close} />;
  });
}
