/** Shows marketing events: text notes and countdowns (MKT-03, MKT-05, R69). */
import type { CallData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import {
  countdownLeft,
  countdownStatus,
  countdownText,
  countdownTick,
  countdownWords,
} from '#lib/marketing/countdown.ts';
import { deviceStorage } from '#lib/storage/device-storage.ts';

export type MarketingEvent = CallData<Endpoints['POST /api/v1/atmosphere/events']>[number];

const session = deviceStorage(() => window.sessionStorage);

/** Writes an event as a note into the place. @returns what takes it away and stops its clock */
export function showNote(place: HTMLElement, event: MarketingEvent): () => void {
  const note = document.createElement('p');
  note.className = `event-note ${event.params.iconClass ?? ''}`.trim();
  note.dataset.event = event.event;
  style(note, event.params.fontDisplay);
  const stop = event.type === 3 ? count(note, event) : () => {};
  if (event.type !== 3) note.textContent = event.title;
  place.append(note);
  return () => {
    stop();
    note.remove();
  };
}

/**
 * A countdown. It is read when it is looked for, never at each tick, and ticks only where somebody sees it.
 * @returns what stops it
 */
function count(note: HTMLElement, { event, title, params }: MarketingEvent): () => void {
  const { minutes = 0, countdownDisplay = '', endingTitle = '' } = params;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  let timer: ReturnType<typeof setInterval> | undefined;
  let isSeen = true;
  note.setAttribute('role', 'timer');
  note.setAttribute('aria-live', 'off');
  const tick = () => {
    const left = countdownLeft(session, event, minutes, Date.now());
    const isRunning = countdownStatus(left) === 2;
    note.textContent = isRunning
      ? countdownWords(countdownDisplay, title, countdownText(left, isCalm))
      : endingTitle;
    note.hidden = note.textContent === '';
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

/** Set here, not in the HTML: the security policy lets no style attribute of a page through. */
function style(note: HTMLElement, display: MarketingEvent['params']['fontDisplay']): void {
  if (display?.color) note.style.color = display.color;
  if (display?.bgColor) note.style.backgroundColor = display.bgColor;
  if (display?.fontSize) note.style.fontSize = `${display.fontSize}px`;
}
