/** Client for TikTok's Events API 2.0: `POST /event/track/` of the Business API. */
import { z } from 'zod';
import type { ShopEventName } from '#lib/contract/tracking.ts';
import type { Services } from '../core/services.ts';
import type { Conversion } from './conversion.ts';
import { hashEmail, sha256 } from './hash-contact-data.ts';
import { ConversionRejectedError, postConversion } from './post-conversion.ts';

/** Events that have a different name in TikTok's API. */
const names: Partial<Record<ShopEventName, string>> = { PageView: 'Pageview', Purchase: 'CompletePayment' };

/** Converts a conversion to TikTok's event format, with hashed contact data. */
export function tiktokEvent({ name, id, at, url, products, email, phone, browser }: Conversion): object {
  const { value, currency, contents = [], query, order_id } = products;
  const hashed = hashEmail(email);
  return {
    event: names[name] ?? name,
    event_time: Math.floor(at / 1000),
    event_id: id,
    user: {
      ...(hashed && { email: hashed }),
      // TikTok expects the number in E.164 format, with the plus sign.
      ...(phone && { phone: sha256(`+${phone}`) }),
      ...(browser.ip && { ip: browser.ip }),
      ...(browser.agent && { user_agent: browser.agent }),
      ...(browser.clickId && { ttclid: browser.clickId }),
      ...(browser.browserId && { ttp: browser.browserId }),
    },
    page: { url },
    properties: {
      ...(value !== undefined && currency && { value, currency }),
      ...(contents.length > 0 && {
        content_type: 'product',
        contents: contents.map((one) => ({
          content_id: one.id,
          quantity: one.quantity,
          ...(one.price !== undefined && { price: one.price }),
        })),
      }),
      ...(query && { query }),
      ...(order_id && { order_id }),
    },
  };
}

const answer = z.object({ code: z.number() });
/** TikTok's error code for invalid parameters, for which a retry is pointless. */
const wrongParameters = 40002;

/** Sends an event to TikTok. @throws ConversionRejectedError if TikTok will never accept the event; Error if a retry may succeed */
export async function sendToTiktok(
  { env, fetch }: Services,
  pixel: string,
  event: object,
  signal: AbortSignal,
): Promise<void> {
  const body = { event_source: 'web', event_source_id: pixel, data: [event] };
  const headers = { 'access-token': env.TIKTOK_CONVERSIONS_TOKEN ?? '' };
  const { status, text } = await postConversion(
    fetch,
    `${env.TIKTOK_CONVERSIONS_URL}/event/track/`,
    body,
    headers,
    signal,
  );
  if (status >= 300) throw new Error(`TikTok responded with status ${status}.`);
  // TikTok reports errors as a code in a 200 response.
  const { code } = answer.parse(JSON.parse(text));
  if (code === wrongParameters) throw new ConversionRejectedError(`TikTok rejected the event (${code}).`);
  if (code !== 0) throw new Error(`TikTok responded with code ${code}.`);
}
