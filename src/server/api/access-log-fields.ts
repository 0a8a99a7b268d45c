/** Facts about an API request that its handler passes to the access log: its route and its error code. */

export interface AccessLogFields {
  /** Path of the endpoint, `/api/v1/order/:id`: as informative as the URL, and it identifies no person. */
  route?: string;
  /** Error code (R50). A look-up that finds nothing is logged as an error too, although its response is a success. */
  code?: number;
}

/** Keyed by Node's request object; in-process calls have none. */
const notes = new WeakMap<object, AccessLogFields>();

export function addAccessLogFields(request: object | undefined, note: AccessLogFields): void {
  if (request) notes.set(request, { ...notes.get(request), ...note });
}

export function getAccessLogFields(request: object): AccessLogFields {
  return notes.get(request) ?? {};
}
