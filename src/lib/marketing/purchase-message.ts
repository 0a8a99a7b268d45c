/** Formats the message about one real purchase (R40, R56). Pure. */
import type { ResponseData } from '../contract/endpoint.ts';
import type { Endpoints } from '../contract/table.ts';
import { fillTemplate } from '../messages/fill.ts';

/**
 * Returns the milliseconds from a start time to now, e.g. for "3 hours ago".
 * @param start ms UTC, from Date.parse
 * @param now ms UTC
 * @throws RangeError whose message is a text key: startDateInvalid, startDateFuture (R83)
 */
export function elapsedSince(start: number, now: number): number {
  const past = now - start;
  if (past >= 0) return past;
  throw new RangeError(past < 0 ? 'startDateFuture' : 'startDateInvalid');
}

export type PurchaseNoticeData = ResponseData<
  Endpoints['GET /api/v2/purchase/barrage/configuration/virtual/customer/get']
>;

/** Name that the API returns for a buyer who did not consent to being named (R125). */
export const anonymousBuyerName = 'Someone';

const day = 86_400_000;

/**
 * Formats the message about a purchase.
 * @param now ms UTC
 * @param texts the page's language, the text displayed instead of an age of a day or more, and the name displayed for anonymous buyers
 */
export function formatPurchaseMessage(
  purchase: PurchaseNoticeData['shopVirtualCustomerVos'][number],
  { displayTextJson, displayDateType, popFramePreview }: PurchaseNoticeData['basicConfigResponse'],
  now: number,
  texts: { lang: string; recently: string; someone: string },
): string {
  const { countryName: country, state, title, orderTime } = purchase;
  const time = timeText(orderTime, now, displayDateType, texts);
  const name = purchase.name === anonymousBuyerName ? texts.someone : purchase.name;
  return fillTemplate(customText(displayTextJson) || popFramePreview.templateStr, {
    name,
    country,
    state,
    title,
    time,
  });
}

/** Returns the field `text` of the JSON in displayTextJson; '' if there is none. */
function customText(json: string): string {
  const { text } = readJson(json);
  return typeof text === 'string' ? text : '';
}

/** Returns the colours in styleJson; '' means that the page's colour applies. */
export function purchaseColors({
  popFramePreview,
}: PurchaseNoticeData['basicConfigResponse']): Record<string, string> {
  const { color = '', background = '' } = readJson(popFramePreview.styleJson) as Record<string, string>;
  return { color, background };
}

/** Parses a JSON object; returns {} for invalid text. */
function readJson(json: string): Record<string, unknown> {
  try {
    return JSON.parse(json || '{}') ?? {};
  } catch {
    return {};
  }
}

function timeText(
  then: number,
  now: number,
  type: number,
  { lang, recently }: { lang: string; recently: string },
): string {
  let past = day;
  try {
    past = elapsedSince(then, now);
  } catch {
    // The time is missing, or the device's clock is slow: show no age.
  }
  if (past >= day) return recently;
  if (type === 2)
    return new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' }).format(then);
  const hours = Math.floor(past / 3_600_000);
  const relative = new Intl.RelativeTimeFormat(lang);
  return hours > 0 ? relative.format(-hours, 'hour') : relative.format(-Math.floor(past / 60_000), 'minute');
}
