/** Popups of a page: asked for, awaited, shown one at a time (POP rows, R01 to R08). */
import { api } from '#client/api/api.ts';
import type { PopupRecord } from '#lib/marketing/frequency.ts';
import { mayShowOn } from '#lib/marketing/pages-without-popups.ts';
import type { Popup } from '#lib/marketing/popup-content.ts';
import { decide } from '#lib/marketing/popup-decide.ts';
import { eventsOfPage } from '#lib/marketing/popup-events.ts';
import { labelUnlessOptedOut } from '../api/client-id.ts';
import { isDialogOpen } from '../page/display-mode.ts';
import { local, session } from '../stores/storage.ts';
import { afterLoad, sinceLoad } from './after-load.ts';
import { addedEvent, beganOf, eventsToSend, recordAdds, recordEvents, takeEarlier } from './popup-events.ts';
import { rememberClosed, rememberedOf, rememberShown } from './remembered.ts';

/** What shows one: fetched when the first is due. */
export type LoadSurface = () => Promise<{
  openPopup(
    popup: Popup,
    hooks: {
      /** Asked once it is ready to show: what is remembered of it with this time; null when it is not to show any more. */
      claim(): Promise<PopupRecord | null>;
      /** The shopper has closed it, or done what it asked for. */
      onAnswer(): void;
      /** It is gone, or has not shown. @param isLeft the shopper follows a link of it */
      onEnd(isLeft: boolean): void;
    },
  ): Promise<void>;
}>;

/** The shop is asked about events so many ms after load (POP-43). */
const eventsStart = 8000;
/** Something else has the shopper's attention: looked at again after so many ms. */
const patience = 1000;
/** Somebody who follows a popup's link is shown no other one for so many ms. */
const leaving = 10_000;
/** The display of a popup that masks nothing (R52). */
const corner = 2;
/** Looked at again after so many ms at the latest: a timer takes no more than 24 days. */
const maxSessionAge = 86_400_000;
/** What a shopper is in the middle of writing. */
const fields = 'textarea, select, input:not([type=radio], [type=checkbox])';
const signs = ['pointerdown', 'keydown'] as const;
/** The one value by which tabs tell each other what has shown. */
const tabsKey = 'popup_tabs';
const ask = 'ask';
const sharedSessionKey = 'told';
/** Begins the name of each popup that has shown in this session. */
const flag = 'popup_s_';

/** Called 2 s after load, on a page that is not only looked at. */
export async function mountPopups(load?: LoadSurface): Promise<void> {
  const now = Date.now();
  const { popups: lists = '', page: type = '' } = document.documentElement.dataset;
  const options = { jumpLogin: false };
  // A browser that keeps nothing would show everything on every page.
  if (!shareSession()) return;
  const hasEvents = lists.includes('event');
  const label = hasEvents ? labelUnlessOptedOut() : '';
  const surface = mayShowOn(type) ? load : undefined;
  const [byEvent, normal] = await Promise.all([
    hasEvents ? api('GET /api/v1/popups', { query: { distinct_id: label } }, options) : null,
    lists.includes('normal') && surface ? api('GET /api/v1/normal-popups', {}, options) : null,
  ]);
  if (byEvent?.code) dropReminder();
  const waiting = (byEvent?.data ?? []).filter(({ trigger_event_first }) => trigger_event_first);
  // Of a list that has failed nobody knows what waits: adds are kept for the next page.
  const noteAdds = () => byEvent?.code || recordAdds(waiting);
  noteAdds();
  recordEvents(waiting, eventsOfPage(type), now);
  const check = surface ? showWhenDue([...(normal?.data ?? []), ...waiting], type, surface) : () => {};
  addEventListener(addedEvent, () => {
    noteAdds();
    check();
  });
  if (waiting.length === 0 || label === '') return;
  afterLoad(eventsStart, async () => {
    const events = eventsToSend(waiting);
    if (events.length === 0) return;
    const body = { distinct_id: label, events };
    const { data } = await api('POST /api/v1/popups/getEvent', { body }, options);
    takeEarlier(data ?? []);
    check();
  });
}

/** A failed list of popups ends the reminder of an unpaid order (REMIND-07). */
function dropReminder(): void {
  local.remove('order_no');
}

/**
 * Shows each when it is due, the next when the former has been closed (R06).
 * @returns looks whether one is due now
 */
function showWhenDue(popups: readonly Popup[], type: string, load: LoadSurface): () => void {
  const loadedAt = Date.now() - sinceLoad();
  const ofView = new Set<number>();
  let isBusy = false;
  let leavingUntil = 0;
  let hasActed = navigator.userActivation?.hasBeenActive ?? false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Null while it does not show on this view, and once it has: on one view none shows twice. */
  const dueOf = ({ id, ...popup }: Popup) => {
    if (ofView.has(id)) return null;
    const history = {
      remembered: rememberedOf(String(id)),
      isOfSession: session.get(flag + id) !== null,
      began: beganOf(id),
    };
    const hasMouse = matchMedia('(any-hover: hover)').matches;
    const decision = decide(popup, history, { type, loadedAt, isOnlyLookedAt: false, hasMouse }, Date.now());
    return decision.shows ? decision : null;
  };
  /** Nothing else has the shopper's attention. What stands in the corner waits for the answer to the question there. */
  const isFree = ({ display_type }: Popup) =>
    !document.hidden &&
    Date.now() >= leavingUntil &&
    !isDialogOpen() &&
    !document.activeElement?.matches(fields) &&
    !(display_type === corner && document.querySelector('#consent:not([hidden])'));
  const check = (isExit = false) => {
    clearTimeout(timer);
    if (isBusy || document.hidden) return;
    const now = Date.now();
    let next = maxSessionAge;
    for (const popup of popups) {
      const due = dueOf(popup);
      if (!due || (due.at <= now && due.onExit && !isExit)) continue;
      // A phone's page is not covered before its shopper has touched it (R128).
      if (popup.display_type === 3 && !hasActed && matchMedia('(width <= 640px)').matches) continue;
      if (due.at > now) {
        next = Math.min(next, due.at - now);
        continue;
      }
      if (isFree(popup)) return void show(popup);
      next = patience;
    }
    timer = setTimeout(check, next);
  };
  const show = async (popup: Popup) => {
    isBusy = true;
    const onEnd = (isLeft: boolean) => {
      isBusy = false;
      // The next page may take its time.
      if (isLeft) leavingUntil = Date.now() + leaving;
      check();
    };
    try {
      const { openPopup } = await load();
      const onAnswer = () => rememberClosed(String(popup.id));
      await openPopup(popup, { claim: () => claim(popup), onAnswer, onEnd });
    } catch {
      // It cannot be fetched: the page is whole without it (POP-60).
      ofView.add(popup.id);
      onEnd(false);
    }
  };
  /** Storage is read again, one tab at a time: what another one has shown meanwhile is not shown once more. */
  const claim = async (popup: Popup) => {
    const take = () => {
      if (!dueOf(popup) || !isFree(popup)) return null;
      ofView.add(popup.id);
      return rememberShown(String(popup.id), Date.now());
    };
    return navigator.locks ? navigator.locks.request('popups', take) : take();
  };

  document.documentElement.addEventListener('mouseleave', ({ clientY }) => {
    if (clientY <= 0) check(true);
  });
  document.addEventListener('visibilitychange', () => check());
  addEventListener('pageshow', () => check());
  for (const sign of signs) {
    addEventListener(
      sign,
      () => {
        hasActed = true;
        // What was pressed comes first.
        setTimeout(check, patience);
      },
      { once: true, passive: true },
    );
  }
  check();
  return () => check();
}

function shownInSession(): string[] {
  try {
    return Object.keys(sessionStorage)
      .filter((name) => name.startsWith(flag))
      .map((name) => name.slice(flag.length));
  } catch {
    return [];
  }
}

/**
 * Asks the other tabs what has shown, and answers those that ask later: what has shown once a browser session has shown in all its
 * tabs (POP-18), and session storage is each tab's own.
 * @returns false where the browser stores nothing
 */
function shareSession(): boolean {
  addEventListener('storage', ({ key, newValue }) => {
    const [tab, shown = ''] = key === tabsKey ? (newValue ?? '').split(' ') : [];
    if (tab === ask) local.set(tabsKey, `${sharedSessionKey} ${shownInSession()} ${Date.now()}`);
    // Another tab has just shown one, or says what it has shown before.
    const ids = tab === sharedSessionKey ? shown.split(',') : [/^popup_(\d+)$/.exec(key ?? '')?.[1]];
    for (const id of ids) if (id) session.set(flag + id, '1');
  });
  return local.set(tabsKey, `${ask} ${Date.now()}`);
}
