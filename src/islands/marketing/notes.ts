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
  const words = document.createElement('span');
  note.append(...icon(event.params.iconClass), words);
  const stop = event.type === 3 ? count(note, words, event) : () => {};
  if (event.type !== 3) words.textContent = event.title;
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
function count(note: HTMLElement, words: HTMLElement, { event, title, params }: MarketingEvent): () => void {
  const { minutes = 0, countdownDisplay = '', endingTitle = '' } = params;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  let timer: ReturnType<typeof setInterval> | undefined;
  let isSeen = true;
  note.setAttribute('role', 'timer');
  note.setAttribute('aria-live', 'off');
  const tick = () => {
    const left = countdownLeft(session, event, minutes, Date.now());
    const isRunning = countdownStatus(left) === 2;
    words.textContent = isRunning
      ? countdownWords(countdownDisplay, title, countdownText(left, isCalm))
      : endingTitle;
    note.hidden = words.textContent === '';
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

/** Icons a merchant may name; any other class is his own sheet's. */
const icons: Readonly<Record<string, string>> = {
  clock: 'M12 4a8 8 0 1 0 0 16a8 8 0 1 0 0-16M12 8v4l3 2',
  leaf: 'M5 19c0-9 5-14 14-14c0 9-5 14-14 14l7-7',
  gift: 'M4 10h16v10H4zM12 10v10M12 10c-5 0-5-6-2-6c2 0 2 3 2 6c0-3 0-6 2-6c3 0 3 6-2 6',
  star: 'M12 4l2.4 5.2l5.6.7l-4.1 3.9l1.1 5.6l-5-2.8l-5 2.8l1.1-5.6L4 9.9l5.6-.7z',
};

function icon(name = ''): Element[] {
  const path = icons[name];
  if (!path) return [];
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  line.setAttribute('d', path);
  svg.append(line);
  return [svg];
}

/** Set here, not in the HTML: the security policy lets no style attribute of a page through. */
function style(note: HTMLElement, display: MarketingEvent['params']['fontDisplay']): void {
  if (display?.color) note.style.color = display.color;
  if (display?.bgColor) note.style.backgroundColor = display.bgColor;
  if (display?.fontSize) note.style.fontSize = `${display.fontSize}px`;
}
