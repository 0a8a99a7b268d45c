/** The browser's API client. Imports only the contract's types, not its schemas, to keep the bundle small. */

import * as codes from '#lib/contract/codes.ts';
import type { Envelope, ResponseData } from '#lib/contract/endpoint.ts';
import { type ApiClient, buildRequestPath } from '#lib/contract/request.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import { apiClientTexts } from '#lib/messages/api-client.ts';
import { requestHeaders } from './request-headers.ts';

/** Returns the message for a request that did not reach the shop, in the page's language. */
export const unreachableMessage = (): string => pageText('shopUnreachable');

/**
 * Calls an endpoint. Never throws: no network, a timeout or a response without an envelope returns code 90000.
 * Sends credentials, the time zone, and the login token if there is one [ERR-08 to ERR-10].
 */
export const api: ApiClient = async (key, input, options = {}) => {
  type Answered = Envelope<ResponseData<Endpoints[typeof key]>>;
  try {
    const { method, path } = buildRequestPath(key, input ?? {});
    const limit = AbortSignal.timeout(options.timeout ?? 10_000);
    const response = await fetch(path, {
      method,
      headers: requestHeaders(method !== 'GET'),
      credentials: 'include',
      body: method === 'GET' ? null : JSON.stringify((input as { body?: unknown } | undefined)?.body ?? {}),
      signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit,
      keepalive: options.keepalive,
    });
    const answer = await response.json();
    if (typeof answer.code === 'number') {
      if (answer.code === codes.notLoggedIn && options.jumpLogin !== false) goToLogin();
      return answer;
    }
  } catch {
    // The browser is offline, the request was aborted or timed out, or the response is not JSON: all show the same message.
  }
  return { code: codes.serverFailure, msg: unreachableMessage(), data: null } as Answered;
};

/**
 * Handles code 10110, not logged in (R25): a framed page shows an alert; any other page redirects to the login page, which redirects back
 * after the login.
 */
export function goToLogin(): void {
  if (self !== top) {
    alert(pageText('pleaseLogin'));
    return;
  }
  const { root = '' } = document.documentElement.dataset;
  const from = encodeURIComponent(location.pathname + location.search);
  location.assign(`${root}/login?return_url=${from}`);
}

/** Returns a translated text from the HTML of the layout: if the shop is unreachable, the islands' text file may be as well. */
function pageText(key: keyof typeof apiClientTexts): string {
  return document.getElementById('live')?.dataset[key] ?? apiClientTexts[key];
}
