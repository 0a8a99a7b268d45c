/** Endpoints for the checkout's payment configuration: API-033, 035, 059, 067. */
import { isOfferedInCountry } from '#lib/checkout/offered-in-country.ts';
import * as codes from '#lib/contract/codes.ts';
import { readShopCurrency } from '../../catalog/currency-store.ts';
import { Failure } from '../../core/failure.ts';
import type { Handlers } from '../../core/handler.ts';
import type { Services } from '../../core/services.ts';
import { wireLimits } from '../limits.ts';
import { listOfferedMethods } from '../methods.ts';
import { findPaymentAccount, getAccountLimits, readPaymentSettings } from '../settings.ts';

/** Reads the payment settings and the shop's currency, in which the amount limits of the settings are expressed. */
export async function readSettingsAndCurrency({ db }: Services) {
  const [settings, currency] = await Promise.all([readPaymentSettings(db.read), readShopCurrency(db.read)]);
  return { settings, currency };
}

export const configHandlers: Handlers = {
  'GET /pay/config': async ({ query }, { services }) => {
    const { settings, currency: shopCurrency } = await readSettingsAndCurrency(services);
    // Orders are charged in the shop's currency (R59), whichever currency the page shows.
    if (query.currency && query.currency !== shopCurrency)
      services.log.debug({ currency: query.currency }, 'display currency used');
    return listOfferedMethods(services, settings).map((offered) => {
      const { method, provider: name, title, icons, account_id, flow, countries } = offered;
      const provider = services.payments.get(name);
      const parts = provider?.browserParts?.(flow) ?? { frame_url: '' };
      return {
        ...{ method, provider: name, title, icons, account_id },
        ...wireLimits(getAccountLimits(settings, account_id, name), shopCurrency),
        ...{ flow, countries, test_mode: provider?.isTest ?? false, frame_url: '' },
        ...('kit' in parts
          ? { kit: { ...parts.kit, is_authorize: findPaymentAccount(settings, name)?.isAuthorize ?? false } }
          : parts),
      };
    });
  },

  'GET /pay/method/sequence': async (_input, { services }) => {
    const settings = await readPaymentSettings(services.db.read);
    return listOfferedMethods(services, settings).map(({ method, start_hidden }, index) => ({
      method,
      position: index + 1,
      start_hidden,
    }));
  },

  'GET /api/v1/payments/account/order/amount/limit': async ({ query }, { services }) => {
    const { settings, currency } = await readSettingsAndCurrency(services);
    return wireLimits(getAccountLimits(settings, query.account_id, query.account_type), currency);
  },

  'GET /api/v1/local/payment/config/:id': async ({ params, query }, { services }) => {
    if (params.id !== 1) throw new Failure(codes.notFound, 'There is no such shop.');
    const settings = await readPaymentSettings(services.db.read);
    return listOfferedMethods(services, settings)
      .filter((method) => method.provider === 'local')
      .filter(
        ({ countries }) =>
          query.country_code === undefined || isOfferedInCountry(countries, query.country_code),
      )
      .map(({ method, title, instructions, countries }) => ({ method, title, instructions, countries }));
  },
};
