/** Endpoints that the checkout page calls while the shopper fills it in: address search, shipping, tax, insurance, tip. */

import * as codes from '#lib/contract/codes.ts';
import { toWire } from '#lib/money/minor.ts';
import { toDiscountResponse } from '../bag/discount-response.ts';
import { parseRequestedBag } from '../bag/requested-bag.ts';
import { tags } from '../cache/tags.ts';
import { readShopCurrency } from '../catalog/currency-store.ts';
import { type AddressDetails, AddressProviderError } from '../core/address-provider.ts';
import { Failure } from '../core/failure.ts';
import type { Context, Handlers } from '../core/handler.ts';
import { identify } from '../core/identity.ts';
import { priceBagNow } from '../promotions/load-prices.ts';
import { noCoupon } from '../promotions/price-bag.ts';
import { readCallerLanguage } from '../theme/page-language.ts';
import { readThemeSetting } from '../theme/store.ts';
import { deliveryPromiseForBag, pickArrivalDates, resolveDestinationCountry } from './arrival.ts';
import { openCheckout } from './open-checkout.ts';
import { priceCheckout } from './price-checkout.ts';
import { readCheckoutSettings, readDeliverySettings } from './settings.ts';
import { shippingMethodsFor, shippingMethodsForBag } from './shipping.ts';
import { toWireShipping } from './wire-shipping.ts';

const maxSuggestions = 5;
const shortest = 2;

/**
 * Returns address suggestions for the typed text.
 * @param country code of the selected country; '' searches all countries that the shop ships to
 */
async function suggestAddresses(
  context: Context,
  input: string,
  country: string,
  token: string,
): Promise<{ place_id: string; description: string; attribution: string }[]> {
  const { addresses, db } = context.services;
  const text = input.trim();
  if (!addresses || text.length < shortest) return [];
  const served = (await readCheckoutSettings(db.read)).countries.map(({ code }) => code);
  const countries = country === '' ? served : [country];
  const session = { language: await language(context), token };
  const found = await calmly(context, addresses.suggest(text, countries, session));
  return (found ?? [])
    .slice(0, maxSuggestions)
    .map(({ id, text: description }) => ({ place_id: id, description, attribution: addresses.attribution }));
}

/**
 * Returns the address of a suggestion.
 * @throws Failure 10404 if the provider does not find the place, is not configured or is unreachable
 */
async function resolveAddress(context: Context, id: string, token: string): Promise<AddressDetails> {
  const { addresses } = context.services;
  const session = addresses && { language: await language(context), token };
  const found = session && (await calmly(context, addresses.resolve(id, session)));
  if (!found) throw new Failure(codes.notFound, 'This address was not found. Please type it in.');
  return found;
}

/** Awaits a request to the address provider. Returns null if the provider fails, because the shopper can always type the address. */
async function calmly<Answer>({ services }: Context, request: Promise<Answer>): Promise<Answer | null> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof AddressProviderError)) throw error;
    services.log.warn({ err: error }, 'address provider unreachable');
    return null;
  }
}

/** Returns the language of the calling page, otherwise the shop's default language. */
async function language(context: Context): Promise<string> {
  return (
    (await readCallerLanguage(context)) || (await readThemeSetting(context.services.db.read, 'shop')).lang
  );
}

export const deliveryHandlers: Handlers = {
  'GET /api/v1/google-map': ({ query }, context) =>
    suggestAddresses(context, query.input, query.country_code ?? '', query.session_token ?? ''),

  'GET /api/v1/google-map/detail': ({ query }, context) =>
    resolveAddress(context, query.place_id, query.session_token ?? ''),

  'GET /api/v1/shippings': async ({ query }, { services }) => {
    const { read } = services.db;
    const [settings, currency] = await Promise.all([readCheckoutSettings(read), readShopCurrency(read)]);
    const isServed = settings.countries.some(({ code }) => code === query.country_code);
    const methods = isServed ? shippingMethodsFor(settings.shipping, query.country_code) : [];
    return { shippings: methods.map((method) => toWireShipping(method, currency)) };
  },

  'POST /api/v1/shippings': async ({ body }, { services, caller, now }) => {
    const { read } = services.db;
    const [settings, bag] = await Promise.all([
      readCheckoutSettings(read),
      priceBagNow(services, identify(caller), parseRequestedBag(body.checkouts).lines, noCoupon, now),
    ]);
    const isShipped = bag.lines.some((line) => line.line.isSelected && line.variant?.requiresShipping);
    const country = body.country_code ?? '';
    const methods = isShipped ? shippingMethodsForBag(settings.shipping, country) : [];
    return { shippings: methods.map((method) => toWireShipping(method, bag.currency)) };
  },

  // This endpoint is defined here rather than in `bag/`, because the arrival date depends on the shipping settings.
  'POST /api/v2/cart/discount': async ({ body }, context) => {
    const { services, caller, now } = context;
    const { lines, coupon, isConfirmed } = parseRequestedBag(body.checkouts);
    const [bag, settings] = await Promise.all([
      priceBagNow(services, identify(caller), lines, { code: coupon, isConfirmed }, now),
      readDeliverySettings(services.db.read),
    ]);
    const country = resolveDestinationCountry(body, settings);
    const promise = deliveryPromiseForBag(bag, country, settings, now);
    // Product set pages display this delivery promise, so a cached page must expire when the promise changes.
    if (promise) context.changesAt(promise.changesAt);
    context.tag(...(['shipping', 'holidays', 'countries'] as const).map(tags.setting));
    return { ...toDiscountResponse(bag), arrives_to: country, arrives: promise && pickArrivalDates(promise) };
  },

  'POST /api/v1/taxes': async ({ body }, { services, caller, now }) => {
    const checkout = await openCheckout(services, body.checkout_token, identify(caller).customerId);
    const { country_code, province, zip } = body;
    const { quote } = await priceCheckout(
      services.db,
      checkout,
      { ...checkout.choices, address: { ...checkout.choices.address, country_code, province, zip } },
      now,
    );
    const amount = (minor: number) => toWire(minor, quote.bag.currency);
    return {
      tax_amount: amount(quote.tax.added),
      tax_lines: quote.tax.lines.map((line) => ({ ...line, amount: amount(line.amount) })),
      tax_included: quote.tax.included,
    };
  },

  'GET /api/v1/tax/id/:id': async ({ params }, { services }) => {
    const { taxId } = await readCheckoutSettings(services.db.read);
    const rule = taxId.countries.find(({ country }) => country === params.id);
    return { required: rule?.required ?? false, label: rule?.label ?? '', pattern: rule?.pattern ?? '' };
  },

  'POST /api/v1/shipping/insurance/checkout/detail': async ({ body }, { services, caller, now }) => {
    const checkout = await openCheckout(services, body.checkout_token, identify(caller).customerId);
    const { quote, settings } = await priceCheckout(services.db, checkout, checkout.choices, now);
    return {
      enabled: quote.insuranceOffer !== null,
      title: settings.insurance.title,
      desc: settings.insurance.desc,
      pay_ship_insurance_amount: toWire(quote.insuranceOffer ?? 0, quote.bag.currency),
    };
  },

  'GET /api/v1/order/tip/config/': async (_, { services }) => {
    const { tip } = await readCheckoutSettings(services.db.read);
    return tip;
  },
};
