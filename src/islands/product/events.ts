/** A product's marketing events: notes, a countdown, the pieces left, a livelier button (PDP-30, R69). */
import { api } from '#lib/contract/client.ts';
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

type MarketingEvent = CallData<Endpoints['POST /api/v1/atmosphere/events']>[number];

const session = deviceStorage(() => window.sessionStorage);
const buttons = {
  ADD_TO_BAG_ANIMATION: 'button[type=submit]',
  BUY_NOW_ANIMATION: '[name=buy-now]',
} as const;

/** Asks for the events that are set (`data-events` of the place), and again when another variant is chosen. */
export function mountEvents(form: HTMLFormElement, place: HTMLElement, productId: number): void {
  const events = place.dataset.events?.split(' ') ?? [];
  let asked = 0;
  let stop = () => {};
  const ask = async () => {
    asked += 1;
    const turn = asked;
    const body = { events, product_id: productId, variant_id: Number(form.dataset.variant) || null };
    const answer = await api('POST /api/v1/atmosphere/events', { body });
    // Only the newest question counts; a shop that cannot answer says nothing.
    if (turn !== asked || answer.code !== 0) return;
    stop();
    stop = show(form, place, answer.data ?? []);
  };
  new MutationObserver(ask).observe(form, { attributeFilter: ['data-variant'] });
  void ask();
}

/** @returns what stops its clocks */
function show(form: HTMLFormElement, place: HTMLElement, events: MarketingEvent[]): () => void {
  const clocks: ReturnType<typeof setInterval>[] = [];
  place.replaceChildren();
  for (const event of events) {
    const button = buttons[event.event as keyof typeof buttons];
    if (button) {
      form.querySelector(button)?.classList.add('lively');
      continue;
    }
    const note = document.createElement('p');
    note.className = `event-note ${event.params.iconClass ?? ''}`.trim();
    style(note, event.params.fontDisplay);
    place.append(note);
    if (event.type === 3) clocks.push(count(note, event));
    else note.textContent = event.title;
  }
  return () => clocks.forEach(clearInterval);
}

/** A countdown is read when it is looked for, never at each tick. */
function count(note: HTMLElement, { event, title, params }: MarketingEvent): ReturnType<typeof setInterval> {
  const { minutes = 0, countdownDisplay = '', endingTitle = '' } = params;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
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
  const timer = setInterval(tick, isCalm ? 1000 : countdownTick);
  tick();
  return timer;
}

/** Set here, not in the HTML: the security policy lets no style attribute of a page through. */
function style(note: HTMLElement, display: MarketingEvent['params']['fontDisplay']): void {
  if (display?.color) note.style.color = display.color;
  if (display?.bgColor) note.style.backgroundColor = display.bgColor;
  if (display?.fontSize) note.style.fontSize = `${display.fontSize}px`;
}
