/**
 * Renders the two emails of a back-in-stock request: confirmation and notification (R150). Their links contain a code that is not
 * stored in the database.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { variantPath } from '#lib/pages/paths.ts';
import { isSameSecret } from '../core/same-secret.ts';
import type { Services } from '../core/services.ts';
import { type EmailShopData, resolveMailLanguage } from '../mail/email-shop-data.ts';
import type { MailTokenResolvers } from '../mail/mail-tokens.ts';
import type { Mail } from '../mail/outbox-store.ts';
import { renderEmail } from '../mail/render-email.ts';
import { serverKey } from '../settings/server-key.ts';
import { getLinkIdPrefix } from './back-in-stock-rules.ts';
import type { BackInStockRequest } from './stock-waits-store.ts';

/** Placeholder for the code in an email until the email is sent. */
const codeMark = '~stock-wait-code~';

const idLength = 32;

type Needs = Pick<Services, 'db' | 'now'>;

/** The requested variant, as back-in-stock emails describe it. */
export interface BackInStockItem {
  /** Title of the product. */
  title: string;
  /** Title of the variant, such as `Oat / Small`; '' for a product with one variant. */
  option: string;
  seoUrl: string;
}

/**
 * Returns a function that generates link ids for back-in-stock requests; the `dedupeKey` of a request's emails ends with its link
 * id. All link ids of an email address share a prefix, so the link in any email can delete all requests of the address, even if
 * the request of that email no longer exists. Do not call this function in a transaction; the returned function can be called in
 * one.
 */
export async function createLinkIdGenerator({ db, now }: Needs): Promise<(email: string) => string> {
  const key = await serverKey(db, 'stock-wait-address', now());
  return (email) => {
    const address = createHmac('sha256', key).update(email.toLowerCase()).digest('hex');
    return (getLinkIdPrefix(address) + randomBytes(idLength / 2).toString('hex')).slice(0, idLength);
  };
}

/** Returns the link id of a code; null if this shop did not generate the code. Do not call this function in a transaction. */
export async function verifyLinkCode(services: Needs, code: string): Promise<string | null> {
  const linkId = code.slice(0, idLength);
  return isSameSecret(code, await codeOf(services, linkId)) ? linkId : null;
}

export const backInStockTokenResolvers: MailTokenResolvers = {
  [codeMark]: (services, mail) => codeOf(services, mail.dedupeKey.slice(-idLength)),
};

export function backInStockConfirmationMail(
  shop: EmailShopData,
  wait: Omit<BackInStockRequest, 'id'>,
  item: BackInStockItem,
): Mail {
  const language = resolveMailLanguage(shop, wait.lang);
  const { texts, home } = language;
  const href = `${home}/pages/back-in-stock?code=${codeMark}`;
  return {
    dedupeKey: `back-in-stock-confirm:${wait.linkId}`,
    kind: 'back-in-stock-confirm',
    to: wait.email,
    ...renderEmail(shop, language, {
      subject: texts.text('mailWaitSubject', { shop: shop.name }),
      preview: texts.mailWaitPreview,
      about: nameOf(item),
      title: texts.mailWaitTitle,
      parts: [
        { kind: 'text', text: texts.mailWaitText },
        { kind: 'button', label: texts.mailWaitButton, href },
        { kind: 'text', text: texts.mailWaitDoubt },
      ],
    }),
  };
}

export function backInStockMail(shop: EmailShopData, wait: BackInStockRequest, item: BackInStockItem): Mail {
  const language = resolveMailLanguage(shop, wait.lang);
  const { texts, home } = language;
  const query = `code=${codeMark}`;
  const href = `${home}${variantPath(item.seoUrl, wait.variantId)}`;
  const forget = { label: texts.mailBackForget, href: `${home}/pages/back-in-stock?${query}` };
  return {
    dedupeKey: `back-in-stock:${wait.linkId}`,
    kind: 'back-in-stock',
    to: wait.email,
    unsubscribeUrl: `${shop.url}/api/v1/storefront/back-in-stock/forget?${query}`,
    ...renderEmail(shop, language, {
      subject: texts.text('mailBackSubject', { shop: shop.name, title: item.title }),
      preview: texts.mailBackPreview,
      about: nameOf(item),
      title: texts.mailBackTitle,
      parts: [
        { kind: 'text', text: texts.mailBackText },
        { kind: 'button', label: texts.mailBackButton, href },
      ],
      notes: [{ text: texts.mailBackOnce, link: forget }],
    }),
  };
}

function nameOf({ title, option }: BackInStockItem): string {
  return option === '' ? title : `${title}, ${option}`;
}

async function codeOf({ db, now }: Needs, linkId: string): Promise<string> {
  const key = await serverKey(db, 'stock-wait', now());
  return linkId + createHmac('sha256', key).update(linkId).digest('base64url');
}
