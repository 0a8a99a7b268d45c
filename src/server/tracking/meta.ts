/** Client for Meta's Conversions API: `POST /{pixel}/events` of the Graph API. */
import { z } from 'zod';
import type { Services } from '../core/services.ts';
import type { Conversion } from './conversion.ts';
import { hashEmail, sha256 } from './hash-contact-data.ts';
import { ConversionRejectedError, postConversion } from './post-conversion.ts';

/** Converts a conversion to Meta's event format, with hashed contact data. */
export function metaEvent({ name, id, at, url, products, email, phone, browser }: Conversion): object {
  const { value, currency, contents = [], query, order_id } = products;
  const em = hashEmail(email);
  return {
    event_name: name,
    event_time: Math.floor(at / 1000),
    event_id: id,
    event_source_url: url,
    action_source: 'website',
    user_data: {
      ...(em && { em: [em] }),
      ...(phone && { ph: [sha256(phone)] }),
      ...(browser.ip && { client_ip_address: browser.ip }),
      ...(browser.agent && { client_user_agent: browser.agent }),
      ...(browser.clickId && { fbc: browser.clickId }),
      ...(browser.browserId && { fbp: browser.browserId }),
    },
    custom_data: {
      ...(value !== undefined && currency && { value, currency }),
      ...(contents.length > 0 && {
        content_type: 'product',
        content_ids: contents.map((one) => one.id),
        contents: contents.map((one) => ({
          id: one.id,
          quantity: one.quantity,
          ...(one.price !== undefined && { item_price: one.price }),
        })),
      }),
      ...(query && { search_string: query }),
      ...(order_id && { order_id }),
    },
  };
}

/**
 * Meta's error code for an invalid event, for which a retry is pointless. The status does not identify it, because expired tokens
 * and rate limits return 400, too.
 */
const wrongParameter = 100;
const failure = z.object({ error: z.object({ code: z.number() }) });

function errorCode(text: string): number | null {
  try {
    return failure.parse(JSON.parse(text)).error.code;
  } catch {
    return null;
  }
}

/** Sends an event to Meta. @throws ConversionRejectedError if Meta will never accept the event; Error if a retry may succeed */
export async function sendToMeta(
  { env, fetch }: Services,
  pixel: string,
  event: object,
  signal: AbortSignal,
): Promise<void> {
  const body = { data: [event], access_token: env.META_CONVERSIONS_TOKEN };
  const { status, text } = await postConversion(
    fetch,
    `${env.META_CONVERSIONS_URL}/${pixel}/events`,
    body,
    {},
    signal,
  );
  if (status === 400 && errorCode(text) === wrongParameter)
    throw new ConversionRejectedError(`Meta rejected the event (${wrongParameter}).`);
  if (status >= 300) throw new Error(`Meta responded with status ${status}.`);
}
