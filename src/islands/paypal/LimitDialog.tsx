import { useEffect, useRef } from 'react';
import type { Words } from '#lib/bag/shop-words.ts';
import { showDialog } from '../show-dialog.tsx';
import { type Limits, shownLimits } from './shown-limits.ts';

/** `PayPal accepts orders from $1.00 to $500.00`; a limit that is not set is left out. */
function limitText(limits: Limits, text: Words['text']): string {
  const { min, max } = shownLimits(limits);
  return max === null ? text('payPalLeast', { min }) : text('paypalLimit', { min, max });
}

interface Props {
  config: Limits;
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
export function showLimits(config: Limits, text: Words['text']): void {
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
