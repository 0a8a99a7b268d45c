/** Popups of a page: fetches their lists, waits for triggers, shows one at a time (POP rows, R01 to R08). */
import { api } from '#client/api/api.ts';
import type { PopupRecord } from '#lib/marketing/frequency.ts';
import { mayShowOn } from '#lib/marketing/pages-without-popups.ts';
import type { Popup } from '#lib/marketing/popup-content.ts';
import { decidePopup } from '#lib/marketing/popup-decide.ts';
import { popupEventsForPage } from '#lib/marketing/popup-events.ts';
import { clientIdUnlessOptedOut } from '../api/client-id.ts';
import { isDialogOpen } from '../page/display-mode.ts';
import { safeLocalStorage, safeSessionStorage } from '../stores/storage.ts';
import { afterLoad, sinceLoad } from './after-load.ts';
import {
  addedEvent,
  assignEarlyAdd,
  eventsToSend,
  getFirstEventTimes,
  mergeEarlierTimes,
  recordEvents,
} from './popup-events.ts';
import { readPopupRecord, recordPopupClosed, recordPopupShown } from './popup-records.ts';

/** Loads the popup's interface when the first is due. */
export type LoadPopupUi = () => Promise<{
  openPopup(
    popup: Popup,
    hooks: {
      /** Called when it is ready to show. Records the showing and returns the record; null if it must not show any more. */
      claim(): Promise<PopupRecord | null>;
      /** The shopper closed it, or completed its action. */
      onAnswer(): void;
      /** It closed, or never showed. @param isLeaving the shopper follows its link */
      onEnd(isLeaving: boolean): void;
    },
  ): Promise<void>;
}>;

/** Time of the event request, ms after load (POP-43). */
const eventsStart = 8000;
/** Delay before the next check while something else has the shopper's attention, ms. */
const recheckDelay = 1000;
/** After a click on a popup's link no other one shows for this time, ms. */
const leaving = 10_000;
/** The display type without a backdrop (R52). */
const corner = 2;
/** Longest delay until the next check, ms: timers overflow beyond 24 days. */
const maxSessionAge = 86_400_000;
/** Fields the shopper may be typing in. */
const fields = 'textarea, select, input:not([type=radio], [type=checkbox])';
const signs = ['pointerdown', 'keydown'] as const;
/** Storage key through which tabs exchange the popups shown in this session. */
const tabsKey = 'popup_tabs';
const requestType = 'ask';
const sharedSessionKey = 'told';
/** Prefix of the session keys of shown popups. */
const flag = 'popup_s_';

/** Call it 2 s after load, unless the page is in the editor or a frame. */
export async function mountPopups(load?: LoadPopupUi): Promise<void> {
  const now = Date.now();
  const { popups: lists = '', page: type = '' } = document.documentElement.dataset;
  const options = { jumpLogin: false };
  // Without storage every popup would show on every page.
  if (!shareSession()) return;
  const hasEvents = lists.includes('event');
  const label = hasEvents ? clientIdUnlessOptedOut() : '';
  const surface = mayShowOn(type) ? load : undefined;
  const [byEvent, normal] = await Promise.all([
    hasEvents ? api('GET /api/v1/popups', { query: { distinct_id: label } }, options) : null,
    lists.includes('normal') && surface ? api('GET /api/v1/normal-popups', {}, options) : null,
  ]);
  if (byEvent?.code) dropReminder();
  const waiting = (byEvent?.data ?? []).filter(({ trigger_event_first }) => trigger_event_first);
  // If the list failed, keep adds for the next page: which popups wait for them is unknown.
  const noteAdds = () => byEvent?.code || assignEarlyAdd(waiting);
  noteAdds();
  recordEvents(waiting, popupEventsForPage(type), now);
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
    mergeEarlierTimes(data ?? []);
    check();
  });
}

/** A failed list of popups ends the reminder of an unpaid order (REMIND-07). */
function dropReminder(): void {
  safeLocalStorage.remove('order_no');
}

/**
 * Shows each popup when due, the next one when the previous has closed (R06).
 * @returns a function that checks whether one is due now
 */
function showWhenDue(popups: readonly Popup[], type: string, load: LoadPopupUi): () => void {
  const loadedAt = Date.now() - sinceLoad();
  const ofView = new Set<number>();
  let isBusy = false;
  let leavingUntil = 0;
  let hasActed = navigator.userActivation?.hasBeenActive ?? false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Returns null if the popup must not show on this page view; none shows twice per view. */
  const dueOf = ({ id, ...popup }: Popup) => {
    if (ofView.has(id)) return null;
    const history = {
      remembered: readPopupRecord(String(id)),
      isOfSession: safeSessionStorage.get(flag + id) !== null,
      began: getFirstEventTimes(id),
    };
    const hasMouse = matchMedia('(any-hover: hover)').matches;
    const decision = decidePopup(
      popup,
      history,
      { type, loadedAt, isOnlyLookedAt: false, hasMouse },
      Date.now(),
    );
    return decision.shows ? decision : null;
  };
  /** True if nothing else has the shopper's attention. A corner popup waits until the consent question there is answered. */
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
      // On a phone no popup covers the page before the shopper has touched it (R128).
      if (popup.display_type === 3 && !hasActed && matchMedia('(width <= 640px)').matches) continue;
      if (due.at > now) {
        next = Math.min(next, due.at - now);
        continue;
      }
      if (isFree(popup)) return void show(popup);
      next = recheckDelay;
    }
    timer = setTimeout(check, next);
  };
  const show = async (popup: Popup) => {
    isBusy = true;
    const onEnd = (isLeaving: boolean) => {
      isBusy = false;
      // The next page may take time to load.
      if (isLeaving) leavingUntil = Date.now() + leaving;
      check();
    };
    try {
      const { openPopup } = await load();
      const onAnswer = () => recordPopupClosed(String(popup.id));
      await openPopup(popup, { claim: () => claim(popup), onAnswer, onEnd });
    } catch {
      // If the interface fails to load, the page works without it (POP-60).
      ofView.add(popup.id);
      onEnd(false);
    }
  };
  /** Re-reads storage under a lock, so that two tabs do not show the same popup. */
  const claim = async (popup: Popup) => {
    const take = () => {
      if (!dueOf(popup) || !isFree(popup)) return null;
      ofView.add(popup.id);
      return recordPopupShown(String(popup.id), Date.now());
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
        // Handle the press first.
        setTimeout(check, recheckDelay);
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
 * Shares the popups shown in this session between tabs: once per session means once in all its tabs (POP-18), but each tab has
 * its own session storage.
 * @returns false if the browser stores nothing
 */
function shareSession(): boolean {
  addEventListener('storage', ({ key, newValue }) => {
    const [tab, shown = ''] = key === tabsKey ? (newValue ?? '').split(' ') : [];
    if (tab === requestType)
      safeLocalStorage.set(tabsKey, `${sharedSessionKey} ${shownInSession()} ${Date.now()}`);
    // Another tab has just shown one, or lists those it has shown.
    const ids = tab === sharedSessionKey ? shown.split(',') : [/^popup_(\d+)$/.exec(key ?? '')?.[1]];
    for (const id of ids) if (id) safeSessionStorage.set(flag + id, '1');
  });
  return safeLocalStorage.set(tabsKey, `${requestType} ${Date.now()}`);
}
