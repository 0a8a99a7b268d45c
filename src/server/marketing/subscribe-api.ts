/** Handlers of the newsletter endpoints: subscribe, and unsubscribe by an emailed link (R44, R78, R123, R131). */
import * as codes from '#lib/contract/codes.ts';
import { isEmail } from '#lib/forms/rules.ts';
import { defaultTexts } from '#lib/messages/default.ts';
import { Failure } from '../core/failure.ts';
import type { Context, Handlers } from '../core/handler.ts';
import { decryptText } from '../core/text-encryption.ts';
import { readEmailShopData } from '../mail/email-shop-data.ts';
import { serverKey } from '../settings/server-key.ts';
import { readSetting } from '../settings/store.ts';
import { readCallerLanguage } from '../theme/page-language.ts';
import { writeNewsletterWelcome } from './newsletter-welcome.ts';
import { newsletterSettings } from './settings.ts';
import { addSubscriber, readSubscriptionStatus, setSubscriptionStatus } from './subscribers-store.ts';

/** Value of `source_type` for popups and announcement bars, which promise a coupon code (R44). */
const popup = 1;

export const subscribeHandlers: Handlers = {
  'POST /api/v1/customer/subscribe': async ({ body }, context) => {
    const { email, source_type, utm_term } = body;
    const { services, now } = context;
    if (!isEmail(email)) throw new Failure(codes.badParameter, defaultTexts.invalidEmailMsg);
    const [shop, lang, settings] = await Promise.all([
      readEmailShopData(services),
      readCallerLanguage(context),
      readSetting(services.db.read, 'newsletter', newsletterSettings),
    ]);
    await services.db.transaction(async (trx) => {
      const subscriber = { email, sourceType: source_type, utmTerm: utm_term ?? '' };
      if (!(await addSubscriber(trx, subscriber, now))) return;
      await writeNewsletterWelcome(trx, shop, { email, lang: lang ?? '' }, now);
    });
    return { code: source_type === popup ? (settings?.popupCode ?? '') : '' };
  },

  'GET /api/v1/customer/subscribe/status': async ({ query }, context) => {
    const email = await emailOf(query.aesCode, context);
    return { status: (await readSubscriptionStatus(context.services.db.read, email)) ?? 0 };
  },

  'PUT /api/v1/customer/subscribe/status': async ({ query }, context) => {
    const email = await emailOf(query.aesCode, context);
    await change(email, query.status, context);
    return { status: query.status };
  },

  'GET /api/v1/customer/unsubscribe': ({ query }, { services }) => {
    const page = `/pages/unsubscribe?${new URLSearchParams({ aesCode: query.aesCode })}`;
    return new Response(null, { status: 303, headers: { location: services.env.SITE_URL + page } });
  },

  'POST /api/v1/customer/unsubscribe': async ({ query }, context) => {
    await change(await emailOf(query.aesCode, context), 0, context);
    return null;
  },
};

function mailKey({ services, now }: Context): Promise<Uint8Array> {
  return serverKey(services.db, 'subscribe', now);
}

async function emailOf(code: string, context: Context): Promise<string> {
  const email = decryptText(await mailKey(context), code);
  if (email === null) throw notFound();
  return email;
}

async function change(email: string, status: 0 | 1, { services, now }: Context): Promise<void> {
  if (!(await setSubscriptionStatus(services.db.write, email, status, now))) throw notFound();
}

function notFound(): Failure {
  return new Failure(codes.badLink, 'This link is not valid. Please use the one in your latest email.');
}
