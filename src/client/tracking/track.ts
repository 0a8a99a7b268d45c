/** The only module that sends shopper tracking; tests/unit/conventions/structure.test.ts enforces it. */

import type { RequestInput } from '#lib/contract/endpoint.ts';
import type { EndpointKey, Endpoints } from '#lib/contract/table.ts';
import type { trackingEndpoints } from '#lib/contract/tracking.ts';
import { requestHeaders } from '../api/request-headers.ts';
import { isInEditorOrFrame } from '../page/display-mode.ts';
import { optsOutOfTracking } from '../page/opts-out-of-tracking.ts';

/** Endpoints that only record data; the page does not depend on their response. */
type TrackingKey = Extract<EndpointKey, 'POST /api/v1/cart/add/event' | keyof typeof trackingEndpoints>;

/**
 * Sends a tracking request, even while the page unloads; a failure does not affect the page (TRK-15). Sends nothing in the editor or a
 * frame (EDIT-02, EDIT-04, TRK-16), or if the browser opts out of tracking. Does not use the API client, which also parses responses: most
 * pages send only tracking requests and so need not load it.
 * @param write creates the body; not called if nothing is sent, so that no id is stored either
 */
export function track<Key extends TrackingKey>(
  key: Key,
  write: () => RequestInput<Endpoints[Key]>['body'],
): void {
  if (isInEditorOrFrame() || optsOutOfTracking()) return;
  // Errors in creating or sending the request are ignored.
  const request = (async () => {
    const init = { method: 'POST', headers: requestHeaders(true), body: JSON.stringify(write()) };
    const answer = await fetch(key.slice(5), { ...init, credentials: 'include', keepalive: true });
    // Read the response, because an unread one keeps its connection open.
    await answer.text();
  })().catch(() => {});
  if (!('keepalive' in Request.prototype))
    void import('./queue-links.ts').then((links) => links.queueLinks(request));
}
