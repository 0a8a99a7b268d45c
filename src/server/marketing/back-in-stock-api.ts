/** Handlers of the endpoints that request a back-in-stock email, confirm the request by an emailed link, and delete it (R150). */
import * as codes from '#lib/contract/codes.ts';
import { isAccountEmail } from '#lib/forms/rules.ts';
import { apiErrorTexts } from '#lib/messages/api-errors.ts';
import { defaultTexts } from '#lib/messages/default.ts';
import { variantPath } from '#lib/pages/paths.ts';
import type { VariantRecord } from '../catalog/records.ts';
import { saleStatus } from '../catalog/stock.ts';
import { readVariants } from '../catalog/variants-store.ts';
import { Failure } from '../core/failure.ts';
import type { Context, Handlers } from '../core/handler.ts';
import { readEmailShopData } from '../mail/email-shop-data.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { readSetting } from '../settings/store.ts';
import { readCallerLanguage } from '../theme/page-language.ts';
import {
  type BackInStockItem,
  backInStockConfirmationMail,
  createLinkIdGenerator,
  verifyLinkCode,
} from './back-in-stock-mails.ts';
import { backInStockSettings, defaultBackInStockSettings } from './back-in-stock-rules.ts';
import {
  confirmBackInStockRequest,
  deleteBackInStockRequestsByLink,
  readBackInStockRequest,
  saveBackInStockRequest,
} from './stock-waits-store.ts';

export const backInStockHandlers: Handlers = {
  'POST /api/v1/storefront/back-in-stock': async ({ body }, context) => {
    const { services, now } = context;
    const { variant_id: variantId, email } = body;
    if (!isAccountEmail(email))
      throw new Failure(codes.badParameter, `email: ${defaultTexts.invalidEmailMsg}`);
    const item = await readAwaited(context, variantId);
    const [shop, lang, newLink] = await Promise.all([
      readEmailShopData(services),
      readCallerLanguage(context),
      createLinkIdGenerator(services),
    ]);
    const wait = { variantId, email, lang: lang ?? '', linkId: newLink(email) };
    // The response does not depend on existing requests, so it does not reveal which address has requested which product.
    await services.db.transaction(async (trx) => {
      if (await saveBackInStockRequest(trx, wait, now))
        await queueMail(trx, backInStockConfirmationMail(shop, wait, item), now);
    });
    return {};
  },

  'GET /api/v1/storefront/back-in-stock': async ({ query }, context) =>
    shownWait(await linkOf(query.code, context), context),

  'POST /api/v1/storefront/back-in-stock/confirm': async ({ body }, context) => {
    const linkId = await linkOf(body.code, context);
    await confirmBackInStockRequest(context.services.db.write, linkId, context.now);
    const wait = await shownWait(linkId, context);
    if (wait.state === 'asked') throw badLink();
    return wait;
  },

  'GET /api/v1/storefront/back-in-stock/forget': ({ query }, { services }) => {
    const page = `/pages/back-in-stock?${new URLSearchParams({ code: query.code })}`;
    return new Response(null, { status: 303, headers: { location: services.env.SITE_URL + page } });
  },

  'POST /api/v1/storefront/back-in-stock/forget': async ({ query }, context) => {
    const linkId = await linkOf(query.code, context);
    await context.services.db.transaction((trx) => deleteBackInStockRequestsByLink(trx, linkId));
    // Email clients ignore this response, but the page /pages/back-in-stock reads it.
    return Response.json({ code: codes.ok, msg: '', data: null });
  },
};

async function readAwaited({ services }: Context, variantId: number): Promise<BackInStockItem> {
  const { read } = services.db;
  const settings =
    (await readSetting(read, 'backInStock', backInStockSettings)) ?? defaultBackInStockSettings;
  if (!settings.enabled)
    throw new Failure(codes.notAllowed, 'This shop does not offer back-in-stock emails.');
  const variant = (await readVariants(read, [variantId])).get(variantId);
  if (!variant?.isPublished || variant.isDeleted) {
    throw new Failure(codes.notFound, 'variant_id: There is no such variant in the shop.');
  }
  if (saleStatus(variant) === 1)
    throw new Failure(codes.badParameter, 'variant_id: This variant is in stock.');
  return itemOf(variant);
}

function itemOf({ productTitle, title, handle }: VariantRecord): BackInStockItem {
  return { title: productTitle, option: title, seoUrl: handle };
}

async function shownWait(linkId: string, { services: { db } }: Context) {
  const wait = await readBackInStockRequest(db.read, linkId);
  const variant = wait && (await readVariants(db.read, [wait.variantId])).get(wait.variantId);
  if (!wait || !variant) throw badLink();
  const { title, option, seoUrl } = itemOf(variant);
  const url = variant.isPublished && !variant.isDeleted ? variantPath(seoUrl, variant.id) : '';
  return { state: wait.state, title, variant: option, url };
}

async function linkOf(code: string, { services }: Context): Promise<string> {
  const linkId = await verifyLinkCode(services, code);
  if (linkId === null) throw badLink();
  return linkId;
}

function badLink(): Failure {
  return new Failure(codes.badLink, apiErrorTexts.refusal20003);
}
