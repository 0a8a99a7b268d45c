/** What checkout and buttons must know before paying: API-022, 033, 035, 059, 067, 068, 102. */
import { isOfferedIn } from '#lib/checkout/offered-in.ts';
import * as codes from '#lib/contract/codes.ts';
import { readShopCurrency } from '../../catalog/currency-store.ts';
import { Failure } from '../../core/failure.ts';
import type { Handlers } from '../../core/handler.ts';
import type { Services } from '../../core/services.ts';
import { paymentEnvironment } from '../environment.ts';
import { wireLimits } from '../limits.ts';
import { offeredMethods } from '../methods.ts';
import { browserParts } from '../providers/redirect/browser-parts.ts';
import { limitsOf, type PaymentSettings, readPaymentSettings } from '../settings.ts';

/** Whether PayPal can be paid with now: switched on, configured, and letting the shop in. */
async function payPalIsThere(services: Services, settings: PaymentSettings): Promise<boolean> {
  const provider = services.payments.get('paypal');
  return settings.paypal.enabled && provider !== undefined && (await provider.available());
}

/** Limits are said in the shop's own currency, so most calls need both. */
async function settingsAndCurrency({ db }: Services) {
  const [settings, currency] = await Promise.all([readPaymentSettings(db.read), readShopCurrency(db.read)]);
  return { settings, currency };
}

export const configHandlers: Handlers = {
  'GET /pay/config': async ({ query }, { services }) => {
    const { settings, currency: own } = await settingsAndCurrency(services);
    const { cards, paypal, stripe, gateways } = paymentEnvironment(services.env);
    // Orders are charged in the shop's own currency (R59), whichever is shown.
    if (query.currency && query.currency !== own)
      services.log.debug({ currency: query.currency }, 'shown, not charged');
    return offeredMethods(services, settings).map((offered) => {
      const { method, provider, title, icons, account_id, flow, countries } = offered;
      const isCards = provider === 'simulated';
      const gateway = gateways.get(provider);
      const kit = provider === 'stripe' && flow === 'kit' ? stripe : null;
      return {
        ...{ method, provider, title, icons, account_id },
        ...wireLimits(limitsOf(settings, account_id, provider), own),
        ...{ flow, countries },
        test_mode:
          isCards ||
          gateway?.isTest === true ||
          (provider === 'paypal' && paypal?.isTest === true) ||
          kit?.isTest === true,
        ...browserParts(gateway, flow),
        ...(isCards && flow === 'card' && cards && { frame_url: `${cards.web}/gateway/card-frame` }),
        ...(kit && {
          kit: {
            ...{ public_key: kit.publishableKey, script_url: kit.script, environment: '' },
            is_authorize: settings.stripe.is_authorize,
          },
        }),
      };
    });
  },

  'GET /pay/method/sequence': async (_input, { services }) => {
    const settings = await readPaymentSettings(services.db.read);
    return offeredMethods(services, settings).map(({ method, start_hidden }, index) => ({
      method,
      position: index + 1,
      start_hidden,
    }));
  },

  'GET /api/v1/payments/account/order/amount/limit': async ({ query }, { services }) => {
    const { settings, currency } = await settingsAndCurrency(services);
    return wireLimits(limitsOf(settings, query.account_id, query.account_type), currency);
  },

  'GET /api/v1/local/payment/config/:id': async ({ params, query }, { services }) => {
    if (params.id !== 1) throw new Failure(codes.notFound, 'There is no such shop.');
    const settings = await readPaymentSettings(services.db.read);
    return offeredMethods(services, settings)
      .filter((method) => method.provider === 'local')
      .filter(
        ({ countries }) => query.country_code === undefined || isOfferedIn(countries, query.country_code),
      )
      .map(({ method, title, instructions, countries }) => ({ method, title, instructions, countries }));
  },

  'GET /api/v1/paypal/multiple': async (_input, { services }) => {
    const { settings, currency } = await settingsAndCurrency(services);
    const { paypal } = paymentEnvironment(services.env);
    if (!paypal || !(await payPalIsThere(services, settings))) return null;
    const { id, account_type, auth_type, express_pay_show, is_paypal_authorize, product_title } =
      settings.paypal;
    return {
      id,
      account_type,
      client_id: paypal.clientId,
      auth_type,
      domain: settings.paypal.domain || paypal.web,
      express_pay_show,
      ...wireLimits(settings.paypal, currency),
      is_paypal_authorize,
      product_title,
      test_mode: paypal.isTest,
      sdk_url: `${paypal.web}/web-sdk/v6/core`,
      currency,
    };
  },

  'GET /api/v1/paypal/multiple/avaliable': async ({ query }, { services }) => {
    const settings = await readPaymentSettings(services.db.read);
    const isKnown = query.account_id === '' || query.account_id === settings.paypal.id;
    return { available: isKnown && (await payPalIsThere(services, settings)) };
  },

  'POST /api/v1/shop/link': async ({ body }, { services }) => {
    const settings = await readPaymentSettings(services.db.read);
    const { paypal } = paymentEnvironment(services.env);
    const origin = new URL(services.env.SITE_URL).origin;
    if (!paypal || body.account_id !== settings.paypal.id) {
      throw new Failure(codes.accountUnavailable, 'This payment account is not configured.');
    }
    if (URL.parse(body.url)?.origin !== origin) {
      throw new Failure(codes.badParameter, 'url: must be an address of this shop');
    }
    const link = new URL('/hosted-button', settings.paypal.domain || paypal.web);
    link.searchParams.set('origin', origin);
    return { link: link.href };
  },
};
