/** Fetches the page's popups, waits for their triggers and displays one at a time (requirements POP-*, R01 to R08). */
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
  addedToBagEvent,
  assignEarlyAdd,
  eventsToSend,
  getFirstEventTimes,
  mergeEarlierTimes,
  recordEvents,
} from './popup-events.ts';
import { readPopupRecord, recordPopupClosed, recordPopupShown } from './popup-records.ts';

/** Loads the popup UI when the first popup is due. */
export type LoadPopupUi = () => Promise<{
  openPopup(
    popup: Popup,
    hooks: {
      /**
       * Called when the popup is ready to appear. Records the display and returns the record; returns null if the popup must not
       * appear any more.
       */
      claim(): Promise<PopupRecord | null>;
      /** Called when the shopper closes the popup or completes its action. */
      onAnswer(): void;
      /** Called when the popup has closed, or could not appear. @param isLeaving whether the shopper follows the popup's link */
      onEnd(isLeaving: boolean): void;
    },
  ): Promise<void>;
}>;

/** Time at which trigger events are sent to the shop, ms after page load (POP-43). */
const eventsStart = 8000;
/** Delay before a due popup is checked again while the shopper is busy, e.g. typing or in a dialog, ms. */
const recheckDelay = 1000;
/** Time after a click on a popup's link in which no other popup appears, ms. */
const leaving = 10_000;
/** The `display_type` of corner popups, which have no backdrop (R52). */
const corner = 2;
/** Maximum delay until the next check for due popups, ms: timers overflow beyond 24 days. */
const maxSessionAge = 86_400_000;
/** Selector of form fields that the shopper may be typing in. */
const fields = 'textarea, select, input:not([type=radio], [type=checkbox])';
const signs = ['pointerdown', 'keydown'] as const;
/** Storage key through which tabs exchange the popups displayed in this session. */
const tabsKey = 'popup_tabs';
const requestType = 'ask';
const sharedSessionKey = 'told';
/** Prefix of the session storage keys of popups displayed in this session. */
const flag = 'popup_s_';

/** Starts the page's popups. Call this 2 s after page load, unless the page is in the editor or a frame. */
export async function mountPopups(load?: LoadPopupUi): Promise<void> {
  const now = Date.now();
  const { popups: lists = '', page: type = '' } = document.documentElement.dataset;
  const options = { jumpLogin: false };
  // Without storage, every popup would appear on every page.
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
  // If the list of popups failed to load, keep adds for the next page: it is unknown which popups they trigger.
  const noteAdds = () => byEvent?.code || assignEarlyAdd(waiting);
  noteAdds();
  recordEvents(waiting, popupEventsForPage(type), now);
  const check = surface ? showWhenDue([...(normal?.data ?? []), ...waiting], type, surface) : () => {};
  addEventListener(addedToBagEvent, () => {
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

/** Ends the payment reminder of an unpaid order, because the list of popups failed to load (REMIND-07). */
function dropReminder(): void {
  safeLocalStorage.remove('order_no');
}

/** Displays each popup when it is due, one after the other (R06). @returns a function that checks immediately whether a popup is due */
function showWhenDue(popups: readonly Popup[], type: string, load: LoadPopupUi): () => void {
  const loadedAt = Date.now() - sinceLoad();
  const ofView = new Set<number>();
  let isBusy = false;
  let leavingUntil = 0;
  let hasActed = navigator.userActivation?.hasBeenActive ?? false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Returns when a popup is due; null if it must not appear on this page view. No popup appears twice per page view. */
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
  /**
   * Returns whether a popup may appear now: the shopper is not typing, leaving or in a dialog. A corner popup also waits until the
   * consent banner closes.
   */
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
      // On phones, no popup may cover the page before the shopper's first interaction (R128).
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
      // The linked page may take time to load; no other popup may appear meanwhile.
      if (isLeaving) leavingUntil = Date.now() + leaving;
      check();
    };
    try {
      const { openPopup } = await load();
      const onAnswer = () => recordPopupClosed(String(popup.id));
      await openPopup(popup, { claim: () => claim(popup), onAnswer, onEnd });
    } catch {
      // If the popup UI fails to load, the page works without popups (POP-60).
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
        // Let the page handle the click or key press first.
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
 * Shares the popups displayed in this session between tabs: "once per session" means once in all tabs (POP-18), but each tab has
 * its own session storage.
 * @returns false if the browser stores nothing
 */
function shareSession(): boolean {
  addEventListener('storage', ({ key, newValue }) => {
    const [tab, shown = ''] = key === tabsKey ? (newValue ?? '').split(' ') : [];
    if (tab === requestType)
      safeLocalStorage.set(tabsKey, `${sharedSessionKey} ${shownInSession()} ${Date.now()}`);
    // Another tab has just displayed a popup, or has sent the list of those it has displayed.
    const ids = tab === sharedSessionKey ? shown.split(',') : [/^popup_(\d+)$/.exec(key ?? '')?.[1]];
    for (const id of ids) if (id) safeSessionStorage.set(flag + id, '1');
  });
  return safeLocalStorage.set(tabsKey, `${requestType} ${Date.now()}`);
}
