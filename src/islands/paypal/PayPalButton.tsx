import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { HostedButtonFrame as Hosted } from '#client/product/paypal-place.ts';
import { createExpressControl } from './express.ts';
import type { ExpressOptions } from './express-flow.ts';

interface Props extends ExpressOptions {
  /** Current total in major units, null while it is unknown. */
  total: number | null;
}

/** Renders the PayPal button in an island. The callbacks may change with every render without creating a new button. */
export function PayPalButton({ total, ...options }: Props) {
  const latest = useRef(options);
  latest.current = options;
  const [express] = useState(() =>
    createExpressControl({
      place: options.place,
      text: (...args) => latest.current.text(...args),
      read: () => latest.current.read(),
      openCheckout: (paypalOrderId, ordered) => latest.current.openCheckout(paypalOrderId, ordered),
      onProblem: (message, ms) => latest.current.onProblem?.(message, ms),
    }),
  );
  const { isShown, isBusy, frame } = useSyncExternalStore(express.watch, express.shown, express.shown);
  useEffect(() => express.setTotal(total), [express, total]);
  const [before, after] = options.text('payWith', { name: '\n' }).split('\n');
  return (
    <div hidden={!isShown}>
      {frame ? (
        <HostedFrame frame={frame} />
      ) : (
        <button
          type="button"
          className="paypal-button"
          aria-busy={isBusy || undefined}
          onPointerEnter={express.reach}
          onTouchStart={express.reach}
          onFocus={express.reach}
          onClick={() => void express.press()}
        >
          <span>{before?.trim()}</span> <b>PayPal</b> <span>{after?.trim()}</span>
        </button>
      )}
    </div>
  );
}

function HostedFrame({ frame }: { frame: Hosted }) {
  const element = useRef<HTMLIFrameElement>(null);
  useLayoutEffect(() => frame.listen(element.current!), [frame]);
  return (
    <iframe className="paypal-frame" ref={element} src={frame.address} title={frame.title} allow="payment" />
  );
}
