/** Merges the endpoint handlers of all domains. */
import { adminOrderHandlers } from '../admin/orders-api.ts';
import { bagHandlers } from '../bag/api.ts';
import { commentHandlers } from '../catalog/comments-api.ts';
import { checkoutHandlers } from '../checkout/api.ts';
import { deliveryHandlers } from '../checkout/delivery-api.ts';
import { contentHandlers } from '../content/api.ts';
import type { Handlers } from '../core/handler.ts';
import { contactHandlers } from '../customers/abandoned-checkouts.ts';
import { guestAccountHandlers } from '../customers/guest-account-api.ts';
import { loginHandlers } from '../customers/login-api.ts';
import { profileHandlers } from '../customers/profile-api.ts';
import { wishlistHandlers } from '../customers/wishlist-api.ts';
import { marketingHandlers } from '../marketing/api.ts';
import { backInStockHandlers } from '../marketing/back-in-stock-api.ts';
import { popupHandlers } from '../marketing/popups-api.ts';
import { purchaseHandlers } from '../marketing/purchases.ts';
import { subscribeHandlers } from '../marketing/subscribe-api.ts';
import { uploadHandlers } from '../media/api.ts';
import { orderHandlers } from '../orders/api.ts';
import { checkoutOrderHandlers } from '../orders/checkout-api.ts';
import { paymentHandlers } from '../payments/api/handlers.ts';
import { promotionHandlers } from '../promotions/api.ts';
import { promotionPageHandlers } from '../promotions/page-api.ts';
import { staffAccessHandlers } from '../staff/access-api.ts';
import { staffOwnHandlers } from '../staff/me-api.ts';
import { staffManagementHandlers } from '../staff/members-api.ts';
import { articleHandlers } from '../storefront/article-api.ts';
import { browseHandlers } from '../storefront/browse-api.ts';
import { catalogHandlers } from '../storefront/catalog-api.ts';
import { deliveryPromiseHandlers } from '../storefront/delivery-api.ts';
import { goesWithHandlers } from '../storefront/goes-with-api.ts';
import { shopHandlers } from '../storefront/shop-api.ts';
import { sitemapHandlers } from '../storefront/sitemap-api.ts';
import { themeHandlers } from '../theme/api.ts';
import { visitHandlers } from '../tracking/api.ts';
import { conversionHandlers } from '../tracking/conversions-api.ts';

const systemHandlers: Handlers = {
  'GET /api/v1/getSysTime': (_input, context) => ({ current_time: context.now }),
};

export const handlers: Handlers = {
  ...adminOrderHandlers,
  ...bagHandlers,
  ...catalogHandlers,
  ...commentHandlers,
  ...contentHandlers,
  ...browseHandlers,
  ...contactHandlers,
  ...loginHandlers,
  ...guestAccountHandlers,
  ...profileHandlers,
  ...wishlistHandlers,
  ...marketingHandlers,
  ...purchaseHandlers,
  ...subscribeHandlers,
  ...backInStockHandlers,
  ...uploadHandlers,
  ...paymentHandlers,
  ...checkoutHandlers,
  ...deliveryHandlers,
  ...deliveryPromiseHandlers,
  ...orderHandlers,
  ...checkoutOrderHandlers,
  ...promotionHandlers,
  ...promotionPageHandlers,
  ...articleHandlers,
  ...goesWithHandlers,
  ...shopHandlers,
  ...sitemapHandlers,
  ...systemHandlers,
  ...themeHandlers,
  ...visitHandlers,
  ...conversionHandlers,
  ...popupHandlers,
  ...staffAccessHandlers,
  ...staffOwnHandlers,
  ...staffManagementHandlers,
};
