/** Marketing events of a page: text notes, livelier buttons, countdowns (MKT-01, R69). */
import { api } from '#client/api.ts';
import { session } from '#client/storage.ts';
import type { CallData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import {
  countdownLeft,
  countdownStatus,
  countdownText,
  countdownTick,
  countdownWords,
} from '#lib/marketing/countdown.ts';

export type MarketingEvent = CallData<Endpoints['POST /api/v1/atmosphere/events']>[number];

/** The events of these names; none where the shop cannot answer. */
export async function askEvents(
  events: readonly string[],
  product?: { product_id: number; variant_id: number | null },
): Promise<MarketingEvent[]> {
  const answer = await api('POST /api/v1/atmosphere/events', { body: { events: [...events], ...product } });
  return answer.code === 0 ? (answer.data ?? []) : [];
}

/**
 * Tells what a note says: at once, and of a countdown (MKT-05) at each tick. A countdown ticks only while it is visible.
 * @param note stands where the words will
 * @returns what stops it
 */
export function tellEvent(
  note: Element,
  { event, type, title, params }: MarketingEvent,
  tell: (words: string) => void,
): () => void {
  if (type !== 3) {
    tell(title);
    return () => {};
  }
  const { minutes = 0, countdownDisplay = '', endingTitle = '' } = params;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  let timer: ReturnType<typeof setInterval> | undefined;
  let isSeen = true;
  const tick = () => {
    const left = countdownLeft(session, event, minutes, Date.now());
    const isRunning = countdownStatus(left) === 2;
    tell(isRunning ? countdownWords(countdownDisplay, title, countdownText(left, isCalm)) : endingTitle);
    if (!isRunning) clearInterval(timer);
  };
  const arm = () => {
    clearInterval(timer);
    if (document.hidden || !isSeen) return;
    timer = setInterval(tick, isCalm ? 1000 : countdownTick);
    tick();
  };
  const observer = new IntersectionObserver(([entry]) => {
    isSeen = entry?.isIntersecting ?? true;
    arm();
  });
  observer.observe(note);
  document.addEventListener('visibilitychange', arm);
  arm();
  return () => {
    clearInterval(timer);
    observer.disconnect();
    document.removeEventListener('visibilitychange', arm);
  };
}
