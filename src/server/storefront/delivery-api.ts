/** Endpoint that returns delivery dates for shoppers to whom the dates in the page's HTML do not apply (contract: storefront). */
import * as codes from '#lib/contract/codes.ts';
import { formatDeliveryEstimate } from '#lib/delivery/format-delivery-estimate.ts';
import { allTexts } from '#lib/messages/all.ts';
import { createTexts } from '#lib/messages/format.ts';
import { normaliseCustomTexts } from '#lib/messages/language.ts';
import { tags } from '../cache/tags.ts';
import { readProduct } from '../catalog/products-store.ts';
import { resolveDestinationCountry } from '../checkout/arrival.ts';
import { Failure } from '../core/failure.ts';
import type { Context, Handlers } from '../core/handler.ts';
import { readPriceView, tagPrices } from '../promotions/price-view.ts';
import { readThemeSetting } from '../theme/store.ts';
import {
  computeProductDeliveryDates,
  deliverySettings,
  type ProductDeliveryDates,
} from './product-delivery-dates.ts';

export const deliveryPromiseHandlers: Handlers = {
  'GET /api/v1/storefront/delivery': async ({ query }, context) => {
    const settings = await deliverySettings(context);
    const country = resolveDestinationCountry(query, settings);
    const nothing = { arrives_to: country, arrives: null, arrives_customised: null };
    if (query.product === undefined) return { ...nothing, words: { plain: '', customised: '', country: '' } };
    const product = await readProduct(context.services.db.read, { id: query.product });
    if (!product) throw new Failure(codes.notFound, 'There is no such product.');
    context.tag(tags.product(product.id));
    const view = await readPriceView(context, [product.id]);
    tagPrices(context, view);
    const arrival = computeProductDeliveryDates(context, product, view, country, settings);
    return { ...arrival, words: await textsOf(context, arrival, query.lang ?? '') };
  },
};

/** Returns the delivery texts that a page shows for the given dates. */
async function textsOf(context: Context, arrival: ProductDeliveryDates, requestedLang: string) {
  const { read } = context.services.db;
  const [{ languages, texts }, { lang: defaultLang }] = await Promise.all([
    readThemeSetting(read, 'languages'),
    readThemeSetting(read, 'shop'),
  ]);
  context.tag(tags.setting('languages'), tags.setting('shop'));
  const lang = languages.some((spoken) => spoken.lang === requestedLang) ? requestedLang : defaultLang;
  const langTexts = createTexts(
    allTexts,
    normaliseCustomTexts(Object.hasOwn(texts, lang) ? texts[lang]! : {}, lang),
  );
  const formatDays = (days: ProductDeliveryDates['arrives']) =>
    days ? formatDeliveryEstimate(langTexts, days) : '';
  const country =
    arrival.arrives && arrival.arrives_to
      ? new Intl.DisplayNames([lang], { type: 'region' }).of(arrival.arrives_to)
      : '';
  return {
    plain: formatDays(arrival.arrives),
    customised: formatDays(arrival.arrives_customised),
    country: country ?? '',
  };
}
