/** Google tag (`gtag`): Analytics or Ads. */
import type { ShopEventName } from '#lib/contract/tracking.ts';
import { loadPixelScript, type SendToPixel } from './pixel.ts';

const names: Record<ShopEventName, string> = {
  PageView: 'page_view',
  ViewContent: 'view_item',
  Search: 'search',
  AddToCart: 'add_to_cart',
  InitiateCheckout: 'begin_checkout',
  AddPaymentInfo: 'add_payment_info',
  Purchase: 'purchase',
  Subscribe: 'generate_lead',
};
const granted = 'granted';

export function loadPixel(id: string): SendToPixel {
  const dataLayer: unknown[] = [];
  // Google's script requires the function's `arguments` object, not an array.
  const gtag = function () {
    // biome-ignore lint/complexity/noArguments: see above.
    dataLayer.push(arguments);
  } as (...call: unknown[]) => void;
  Object.assign(window, { dataLayer, gtag });
  // Grant all consent types, because this module loads only with the shopper's consent.
  const consent = { ad_storage: granted, ad_user_data: granted, ad_personalization: granted };
  gtag('consent', 'default', { ...consent, analytics_storage: granted });
  gtag('js', new Date());
  gtag('config', id, { send_page_view: false });
  loadPixelScript(`https://www.googletagmanager.com/gtag/js?id=${id}`);
  return ({ name, id: event_id, goods }) => {
    const { value, currency, contents, query, order_id } = goods;
    gtag('event', names[name], {
      ...{ send_to: id, event_id },
      ...(value !== undefined && { value, currency }),
      ...(contents && {
        items: contents.map((one) => ({ item_id: one.id, quantity: one.quantity, price: one.price })),
      }),
      ...(query && { search_term: query }),
      ...(order_id && { transaction_id: order_id }),
    });
  };
}
