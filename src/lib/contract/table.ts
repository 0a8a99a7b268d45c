/** All endpoints of the API contract, keyed by `METHOD /path`; each domain has its own file. */
import { adminOrderEndpoints } from './admin-orders.ts';
import { adminStaffEndpoints } from './admin-staff.ts';
import { bagEndpoints } from './bag.ts';
import { blogEndpoints } from './blogs.ts';
import { catalogEndpoints } from './catalog.ts';
import { checkoutEndpoints } from './checkout.ts';
import { commentEndpoints } from './comments.ts';
import { customerEndpoints } from './customers.ts';
import { deliveryEndpoints } from './delivery.ts';
import { marketingEndpoints } from './marketing.ts';
import { orderEndpoints } from './orders.ts';
import { paymentEndpoints } from './payments.ts';
import { paypalEndpoints } from './paypal.ts';
import { promotionEndpoints } from './promotions.ts';
import { returnEndpoints } from './returns.ts';
import { storefrontEndpoints } from './storefront.ts';
import { themeEndpoints } from './theme.ts';
import { trackingEndpoints } from './tracking.ts';
import { uploadEndpoints } from './uploads.ts';
import { wishlistEndpoints } from './wishlist.ts';

export const endpoints = {
  ...adminOrderEndpoints,
  ...adminStaffEndpoints,
  ...bagEndpoints,
  ...blogEndpoints,
  ...catalogEndpoints,
  ...checkoutEndpoints,
  ...commentEndpoints,
  ...customerEndpoints,
  ...deliveryEndpoints,
  ...marketingEndpoints,
  ...orderEndpoints,
  ...paymentEndpoints,
  ...paypalEndpoints,
  ...promotionEndpoints,
  ...returnEndpoints,
  ...storefrontEndpoints,
  ...themeEndpoints,
  ...trackingEndpoints,
  ...uploadEndpoints,
  ...wishlistEndpoints,
};

export type Endpoints = typeof endpoints;
export type EndpointKey = keyof Endpoints;
