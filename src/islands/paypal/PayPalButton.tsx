import { useEffect, useRef } from 'react';
import { type ExpressOptions, type MountedExpress, mountExpress } from './mount-express.ts';

interface Props extends ExpressOptions {
  /** Running total in the currency itself, null while unknown. */
  total: number | null;
}

/** The PayPal button inside an island. Callbacks may change at every render; the button stays the same. */
export function PayPalButton({ total, ...options }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const latest = useRef(options);
  const mounted = useRef<MountedExpress>(null);
  latest.current = options;

  useEffect(() => {
    const express = mountExpress(element.current!, {
      place: latest.current.place,
      text: (key, values) => latest.current.text(key, values),
      read: () => latest.current.read(),
      openCheckout: (paypalOrderId, ordered) => latest.current.openCheckout(paypalOrderId, ordered),
      onProblem: (message, ms) => latest.current.onProblem?.(message, ms),
    });
    mounted.current = express;
    return () => express.destroy();
  }, []);
  useEffect(() => mounted.current?.setTotal(total), [total]);

  return <div ref={element} hidden />;
}
