/** Meta Pixel (`fbq`). */
import { loadPixelScript, type SendToPixel } from './pixel.ts';

interface Fbq {
  (...call: unknown[]): void;
  callMethod?: (...call: unknown[]) => void;
  queue: unknown[][];
  push: unknown;
  loaded: boolean;
  version: string;
  disablePushState: boolean;
}

export function loadPixel(id: string): SendToPixel {
  const fbq = ((...call: unknown[]) => {
    if (fbq.callMethod) fbq.callMethod(...call);
    else fbq.queue.push(call);
  }) as Fbq;
  // URL changes within a page, such as choosing a variant, are not page views.
  Object.assign(fbq, { queue: [], push: fbq, loaded: true, version: '2.0', disablePushState: true });
  Object.assign(window, { fbq, _fbq: fbq });
  loadPixelScript('https://connect.facebook.net/en_US/fbevents.js');
  // Turn off automatic configuration, with which the pixel would collect button clicks and page metadata.
  fbq('set', 'autoConfig', false, id);
  fbq('init', id);
  return ({ name, id: eventID, goods }) => {
    const { value, currency, contents, query, order_id } = goods;
    const data = {
      ...(value !== undefined && { value, currency }),
      ...(contents && {
        content_type: 'product',
        content_ids: contents.map((one) => one.id),
        contents: contents.map((one) => ({ id: one.id, quantity: one.quantity })),
      }),
      ...(query && { search_string: query }),
      ...(order_id && { order_id }),
    };
    fbq('trackSingle', id, name, data, { eventID });
  };
}
