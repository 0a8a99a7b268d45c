/** Handlers that return the shop's popups and store the events that trigger popups: API-096, 097, 098. */
import { getPopupDueTime } from '#lib/marketing/popup-events.ts';
import { tags } from '../cache/tags.ts';
import type { Context, Handlers } from '../core/handler.ts';
import { optsOutOfTracking } from '../core/opts-out-of-tracking.ts';
import { readSetting } from '../settings/store.ts';
import { readPopupEvents, storePopupEvents } from './popup-events-store.ts';
import { isEventPopup, type PopupSetting, popupSettings } from './popups.ts';

export const popupHandlers: Handlers = {
  'GET /api/v1/popups': async ({ query }, context) => {
    const waiting = (await activePopups(context)).filter(isEventPopup).map(toWire);
    if (query.distinct_id === '' || optsOutOfTracking(context.caller)) return waiting;
    const history = await historyOf(context, waiting, query.distinct_id);
    return waiting.map((popup) => ({
      ...popup,
      events: history.flatMap(({ popup_id, ...event }) => (popup_id === popup.id ? [event] : [])),
    }));
  },

  'GET /api/v1/normal-popups': async (_, context) =>
    (await activePopups(context)).filter((popup) => !isEventPopup(popup)).map(toWire),

  'POST /api/v1/popups/getEvent': async ({ body }, context) => {
    const { services, caller, now } = context;
    if (optsOutOfTracking(caller)) return [];
    const waiting = (await activePopups(context)).filter(isEventPopup).map(toWire);
    const triggers = waiting.flatMap(({ id, trigger_event_first, trigger_event_second }) =>
      [...new Set([trigger_event_first, trigger_event_second])].flatMap((event) => {
        const times = body.events
          .filter((one) => one.popup_id === id && one.event === event)
          .map(({ begin_time }) => begin_time);
        // Browser clocks may be wrong, so event times in the future are replaced with the current time.
        return event && times.length > 0 ? [{ popupId: id, event, at: Math.min(...times, now) }] : [];
      }),
    );
    await services.db.transaction((trx) => storePopupEvents(trx, body.distinct_id, triggers, now));
    return historyOf(context, waiting, body.distinct_id);
  },
};

/** Returns the client's stored events that trigger these popups, and whether each popup is due now. */
async function historyOf(
  { services, now }: Context,
  waiting: readonly ReturnType<typeof toWire>[],
  client: string,
) {
  const stored = await readPopupEvents(services.db.read, client);
  return waiting.flatMap((popup) => {
    const popupEvents = stored.filter(({ popupId }) => popupId === popup.id);
    const due = getPopupDueTime(popup, new Map(popupEvents.map(({ event, at }) => [event, at])));
    const isDue = due !== null && due <= now;
    return popupEvents.map(({ event, at }) => ({ popup_id: popup.id, event, begin_time: at, due: isDue }));
  });
}

/** Returns the enabled popups. Cached, because every page needs them. */
function activePopups(context: Context): Promise<readonly PopupSetting[]> | readonly PopupSetting[] {
  return context.cached('popups', async ({ services, tag }) => {
    tag(tags.setting('popups'));
    const all = (await readSetting(services.db.read, 'popups', popupSettings)) ?? [];
    return all.filter(({ enabled }) => enabled);
  });
}

function toWire({ enabled: _, ...popup }: PopupSetting) {
  return { trigger_event_first: undefined, trigger_event_second: undefined, ...popup };
}
