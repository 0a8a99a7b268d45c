/** Snap Pixel (`snaptr`). */
import type { ShopEventName } from '#lib/contract/tracking.ts';
import { countUnits, loadPixelScript, type SendToPixel } from './pixel.ts';

const names: Record<ShopEventName, string> = {
  PageView: 'PAGE_VIEW',
  ViewContent: 'VIEW_CONTENT',
  Search: 'SEARCH',
  AddToCart: 'ADD_CART',
  InitiateCheckout: 'START_CHECKOUT',
  AddPaymentInfo: 'ADD_BILLING',
  Purchase: 'PURCHASE',
  Subscribe: 'SUBSCRIBE',
};

interface Snaptr {
  (...call: unknown[]): void;
  handleRequest?: (...call: unknown[]) => void;
  queue: unknown[][];
}

export function loadPixel(id: string): SendToPixel {
  const snaptr = ((...call: unknown[]) => {
    if (snaptr.handleRequest) snaptr.handleRequest(...call);
    else snaptr.queue.push(call);
  }) as Snaptr;
  snaptr.queue = [];
  Object.assign(window, { snaptr });
  loadPixelScript('https://sc-static.net/scevent.min.js');
  snaptr('init', id, {});
  return (event) => {
    const { value, currency, contents, query, order_id } = event.goods;
    snaptr('track', names[event.name], {
      client_dedup_id: event.id,
      ...(value !== undefined && { price: value, currency }),
      ...(contents && { item_ids: contents.map((one) => one.id), number_items: countUnits(event) }),
      ...(query && { search_string: query }),
      ...(order_id && { transaction_id: order_id }),
    });
  };
}
