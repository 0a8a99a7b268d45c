/** The one way in which pages tell the shop what a shopper does: tests/unit/conventions/structure.test.ts sees to it. */

import type { CallInput } from '#lib/contract/endpoint.ts';
import type { EndpointKey, Endpoints } from '#lib/contract/table.ts';
import type { trackingEndpoints } from '#lib/contract/tracking.ts';
import { callHeaders } from '../api/call-headers.ts';
import { isOnlyLookedAt } from '../page/display-mode.ts';
import { optsOutOfTracking } from '../page/opts-out-of-tracking.ts';

/** Rows that only record; nothing on the page depends on their answer. */
type ToldRow = Extract<EndpointKey, 'POST /api/v1/cart/add/event' | keyof typeof trackingEndpoints>;

/**
 * Sends a record, also while the page is left; what becomes of it changes nothing on the page (TRK-15). A page that is only
 * looked at is silent (EDIT-02, EDIT-04, TRK-16), and so is a browser that says no for its shopper. Without the client of the
 * API, which reads answers: on most pages nothing else is asked.
 * @param write makes the body; not called where nothing is sent, so that no label is stored for it either
 */
export function track<Key extends ToldRow>(key: Key, write: () => CallInput<Endpoints[Key]>['body']): void {
  if (isOnlyLookedAt() || optsOutOfTracking()) return;
  // What cannot be said or sent is not told.
  const request = (async () => {
    const init = { method: 'POST', headers: callHeaders(true), body: JSON.stringify(write()) };
    const answer = await fetch(key.slice(5), { ...init, credentials: 'include', keepalive: true });
    // An answer that nobody reads keeps its connection.
    await answer.text();
  })().catch(() => {});
  if (!('keepalive' in Request.prototype))
    void import('./queue-links.ts').then((links) => links.queueLinks(request));
}
