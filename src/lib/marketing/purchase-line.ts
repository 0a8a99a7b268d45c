/** One real purchase as a line (R40, R56). Pure. */
import type { CallData } from '../contract/endpoint.ts';
import type { Endpoints } from '../contract/table.ts';
import { fill } from '../messages/fill.ts';

/**
 * Milliseconds from a start to now, e.g. for "3 hours ago".
 * @param start ms UTC, as Date.parse reads a date
 * @param now ms UTC
 * @throws RangeError whose message is the key of its text: startDateInvalid, startDateFuture (R83)
 */
export function elapsedSince(start: number, now: number): number {
  const past = now - start;
  if (past >= 0) return past;
  throw new RangeError(past < 0 ? 'startDateFuture' : 'startDateInvalid');
}

export type Purchases = CallData<
  Endpoints['GET /api/v2/purchase/barrage/configuration/virtual/customer/get']
>;

/** The name of a buyer who did not agree to be named, as the shop answers it (R125). */
export const someone = 'Someone';

const day = 86_400_000;

/**
 * @param now ms UTC
 * @param words of the page: its language, what a purchase of a day ago or more is said to be, and who bought that is not named
 */
export function purchaseLine(
  purchase: Purchases['shopVirtualCustomerVos'][number],
  { displayTextJson, displayDateType, popFramePreview }: Purchases['basicConfigResponse'],
  now: number,
  words: { lang: string; recently: string; someone: string },
): string {
  const { countryName: country, state, title, orderTime } = purchase;
  const time = timeText(orderTime, now, displayDateType, words);
  const name = purchase.name === someone ? words.someone : purchase.name;
  return fill(ownText(displayTextJson) || popFramePreview.templateStr, { name, country, state, title, time });
}

/** `{text}` of displayTextJson; '' where it says nothing. */
function ownText(json: string): string {
  const { text } = readJson(json);
  return typeof text === 'string' ? text : '';
}

/** Colours of styleJson; a page's own where it names none. */
export function purchaseColors({
  popFramePreview,
}: Purchases['basicConfigResponse']): Record<string, string> {
  const { color = '', background = '' } = readJson(popFramePreview.styleJson) as Record<string, string>;
  return { color, background };
}

/** An object; {} where the text is none. */
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
    // No time, or one that the device's clock has not reached: how long ago that was cannot be said.
  }
  if (past >= day) return recently;
  if (type === 2)
    return new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' }).format(then);
  const hours = Math.floor(past / 3_600_000);
  const relative = new Intl.RelativeTimeFormat(lang);
  return hours > 0 ? relative.format(-hours, 'hour') : relative.format(-Math.floor(past / 60_000), 'minute');
}
