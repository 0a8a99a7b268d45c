/** The button in PayPal's embedded frame (account_type 2, R60): the frame opens the window, the page makes the order. */
import type { HostedFrame } from '#client/product/paypal-place.ts';
import type { PayPalConfig } from '#lib/paypal/rules.ts';

export interface HostedEvents {
  /** PayPal's order id, or null when no order may be made. */
  createOrder: () => Promise<string | null>;
  onApprove: (orderId: string) => Promise<void>;
  onCancel: () => void;
}

/** The frame of this account, to be shown and heard. @param title for screen readers */
export function hostedFrame(config: PayPalConfig, title: string, events: HostedEvents): HostedFrame {
  const address = new URL('/hosted-button', config.domain);
  address.searchParams.set('origin', location.origin);
  return {
    address: address.href,
    title,
    hear(frame) {
      async function hear({ source, origin, data }: MessageEvent): Promise<void> {
        if (source !== frame.contentWindow || origin !== address.origin) return;
        if (data?.paypal === 'start') {
          const orderId = await events.createOrder();
          const answer = orderId === null ? { paypal: 'abort' } : { paypal: 'order', orderId };
          frame.contentWindow?.postMessage(answer, address.origin);
        }
        if (data?.paypal === 'result' && data.state === 'approved')
          await events.onApprove(String(data.orderId));
        if (data?.paypal === 'result' && data.state !== 'approved') events.onCancel();
      }
      addEventListener('message', hear);
      return () => removeEventListener('message', hear);
    },
  };
}
