/** Marketing events of a page: text badges, animated buttons, countdowns (MKT-01, R69). */
import { api } from '#client/api/api.ts';
import { safeSessionStorage } from '#client/stores/storage.ts';
import type { ResponseData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import {
  countdownMessage,
  countdownRemaining,
  countdownText,
  countdownTick,
} from '#lib/marketing/countdown.ts';
import { countDown, prefersReducedMotion } from './ticker.ts';

export type MarketingEvent = ResponseData<Endpoints['POST /api/v1/atmosphere/events']>[number];

/** Fetches the marketing events with the given names; returns none if the request fails. */
export async function fetchEvents(
  events: readonly string[],
  product?: { product_id: number; variant_id: number | null },
): Promise<MarketingEvent[]> {
  const answer = await api('POST /api/v1/atmosphere/events', { body: { events: [...events], ...product } });
  return answer.code === 0 ? (answer.data ?? []) : [];
}

/**
 * Styles a badge as its marketing event specifies and displays the event's text; a countdown (MKT-05) updates the text at each tick.
 * @param note element that contains the text
 * @param showText displays a text; its second argument is whether a countdown is running
 * @param ticksUnseen whether a countdown also ticks while `note` is outside the viewport; by default, only its end is displayed then
 * @returns a function that stops the countdown
 */
export function showMarketingEvent(
  note: HTMLElement,
  { event, type, title, params }: MarketingEvent,
  showText: (text: string, isRunning: boolean) => void,
  ticksUnseen = false,
): () => void {
  const { minutes = 0, countdownDisplay = '', endingTitle = '', fontDisplay } = params;
  const { color = '', bgColor = '', fontSize } = fontDisplay ?? {};
  // Set by script: the content security policy blocks style attributes in HTML.
  Object.assign(note.style, { color, backgroundColor: bgColor, fontSize: fontSize ? `${fontSize}px` : '' });
  if (type !== 3) {
    showText(title, false);
    return () => {};
  }
  const calm = prefersReducedMotion();
  const step = calm ? 1000 : countdownTick;
  const end = Date.now() + countdownRemaining(safeSessionStorage, event, minutes, Date.now());
  const start = (every: number) =>
    countDown(
      end,
      (remaining) =>
        remaining > 0
          ? showText(countdownMessage(countdownDisplay, title, countdownText(remaining, calm)), true)
          : showText(endingTitle, false),
      every,
    );
  let stop = start(step);
  const observer = new IntersectionObserver(([entry]) => {
    stop();
    stop = start(entry?.isIntersecting === false ? end - Date.now() : step);
  });
  if (!ticksUnseen) observer.observe(note);
  return () => {
    stop();
    observer.disconnect();
  };
}
