/** Endpoints that store sessions, page views and page load times sent by browsers (SESS-10, TRK-05, TRK-07). */
import * as codes from '#lib/contract/codes.ts';
import { randomId } from '#lib/random-id.ts';
import type { Caller } from '../core/caller.ts';
import { clientRateLimitKey } from '../core/client-address.ts';
import { Failure } from '../core/failure.ts';
import type { Context, Handlers } from '../core/handler.ts';
import { optsOutOfTracking } from '../core/opts-out-of-tracking.ts';
import { isBot } from './is-bot.ts';
import {
  getReferrerHost,
  productHandleFromPath,
  sanitisePagePath,
  sanitiseReferrer,
} from './sanitise-url.ts';
import {
  parseViewId,
  parseViewSeconds,
  pickListParams,
  pickSessionParams,
  resolveVisitSource,
} from './session-params.ts';

export const visitHandlers: Handlers = {
  'POST /api/v1/session': ({ body }, context) => {
    const { session_id, utm_source } = body;
    if (!canRecord(context)) return { session_id };
    const { caller, services, now } = context;
    const site = services.env.SITE_URL;
    const params = pickSessionParams(body.extra_params ?? {});
    services.visits.take('visits', {
      session_id,
      client_id: body.client_id,
      // Take the customer id from the login only: a client could send the id of any customer.
      one_id: caller.customer ? String(caller.customer.id) : labelOf(body.client_id),
      session_start_time: body.session_start_time,
      last_act_time: body.last_act_time,
      landing_page: sanitisePagePath(body.landing_page),
      referer: sanitiseReferrer(body.referer ?? '', site),
      source: resolveVisitSource(utm_source, params, getReferrerHost(body.referer ?? '', site)),
      utm_source: utm_source ?? '',
      utm_campaign: body.utm_campaign ?? '',
      utm_medium: body.utm_medium ?? '',
      utm_term: body.utm_term ?? '',
      utm_content: body.utm_content ?? '',
      mc_cid: body.mc_cid ?? '',
      mc_eid: body.mc_eid ?? '',
      extra_params: JSON.stringify(params),
      is_bot: botBit(caller),
      at: now,
    });
    return { session_id };
  },

  'POST /api/v1/page/view': ({ body }, context) => {
    if (!canRecord(context)) return {};
    const { caller, services, now } = context;
    const path = sanitisePagePath(body.current_url);
    const params = body.extra_params ?? {};
    services.visits.take('page_views', {
      view_id: parseViewId(params) || randomId(),
      session_id: body.session_id,
      client_id: body.client_id,
      page_type: body.page_type,
      path,
      handle: body.page_type === 'detail' ? productHandleFromPath(path) : '',
      referer: sanitiseReferrer(body.referer ?? '', services.env.SITE_URL),
      first_paint_time: whole(body.first_paint_time),
      ready_time: whole(body.ready_time),
      seconds: parseViewSeconds(params),
      extra_params: JSON.stringify(pickListParams(params)),
      is_bot: botBit(caller),
      at: now,
    });
    return {};
  },

  'POST /api/v1/page/performance': ({ body }, context) => {
    if (!canRecord(context)) return {};
    const { current_url, ...view } = body;
    const { caller, services, now } = context;
    services.visits.take('page_loads', {
      ...view,
      path: sanitisePagePath(current_url),
      is_bot: botBit(caller),
      at: now,
    });
    return {};
  },
};

/**
 * Returns whether to store the data of a request: never if the browser sends Do Not Track or Global Privacy Control.
 * @throws Failure 10429 if a client sends more requests than a person would cause
 */
function canRecord({ caller, services, now }: Context): boolean {
  if (optsOutOfTracking(caller)) return false;
  if (!services.visits.admits(clientRateLimitKey(caller.ip), now))
    throw new Failure(codes.tooManyRequests, 'Too many page views. Please wait a minute.', 60);
  return true;
}

function labelOf(clientId: string): string {
  return /^\d*$/.test(clientId) ? '' : clientId;
}

function botBit(caller: Caller): 0 | 1 {
  return isBot(caller.header('user-agent'), caller.prefetch) ? 1 : 0;
}

function whole(milliseconds: number | null | undefined): number | null {
  return milliseconds == null ? null : Math.round(milliseconds);
}
