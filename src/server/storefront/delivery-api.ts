/** When a product arrives where the page's own words do not hold (contract: storefront). */
import * as codes from '#lib/contract/codes.ts';
import { tags } from '../cache/tags.ts';
import { readProduct } from '../catalog/products-store.ts';
import { countryAsked } from '../checkout/arrival.ts';
import { Failure } from '../core/failure.ts';
import type { Handlers } from '../core/handler.ts';
import { readPriceView, tagPrices } from '../promotions/price-view.ts';
import { deliverySettings, productArrival } from './product-arrival.ts';

export const deliveryPromiseHandlers: Handlers = {
  'GET /api/v1/storefront/delivery': async ({ query }, context) => {
    const settings = await deliverySettings(context);
    const country = countryAsked(query, settings);
    if (query.product === undefined) return { arrives_to: country, arrives: null, arrives_customised: null };
    const product = await readProduct(context.services.db.read, { id: query.product });
    if (!product) throw new Failure(codes.notFound, 'There is no such product.');
    context.tag(tags.product(product.id));
    const view = await readPriceView(context, [product.id]);
    tagPrices(context, view);
    return productArrival(context, product, view, country, settings);
  },
};
