/** Pinterest tag (`pintrk`). */
import type { ShopEventName } from '#lib/contract/tracking.ts';
import { countUnits, loadPixelScript, type SendToPixel } from './pixel.ts';

const names: Record<ShopEventName, string> = {
  PageView: 'pagevisit',
  ViewContent: 'viewcontent',
  Search: 'search',
  AddToCart: 'addtocart',
  InitiateCheckout: 'initiatecheckout',
  AddPaymentInfo: 'addpaymentinfo',
  Purchase: 'checkout',
  Subscribe: 'subscribe',
};

interface Pintrk {
  (...call: unknown[]): void;
  queue: unknown[][];
  version: string;
}

export function loadPixel(id: string): SendToPixel {
  const pintrk = ((...call: unknown[]) => pintrk.queue.push(call)) as unknown as Pintrk;
  Object.assign(pintrk, { queue: [], version: '3.0' });
  Object.assign(window, { pintrk });
  loadPixelScript('https://s.pinimg.com/ct/core.js');
  pintrk('load', id);
  return (event) => {
    const { value, currency, contents, query, order_id } = event.goods;
    pintrk('track', names[event.name], {
      event_id: event.id,
      ...(value !== undefined && { value, currency }),
      ...(contents && {
        order_quantity: countUnits(event),
        line_items: contents.map((one) => ({
          ...{ product_id: one.id, product_quantity: one.quantity, product_price: one.price },
        })),
      }),
      ...(query && { search_query: query }),
      ...(order_id && { order_id }),
    });
  };
}
