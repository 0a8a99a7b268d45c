/** Passes the route and the error code of an API request from its handler to the access log. */

export interface AccessLogFields {
  /** Path pattern of the endpoint, such as `/api/v1/order/:id`. Unlike the URL, it contains no personal data. */
  route?: string;
  /**
   * Error code of the response (R50). If a lookup finds nothing, the log contains an error code, although the client gets a success
   * response.
   */
  code?: number;
}

/** Log fields by Node request object. In-process calls have no such object. */
const notes = new WeakMap<object, AccessLogFields>();

export function addAccessLogFields(request: object | undefined, note: AccessLogFields): void {
  if (request) notes.set(request, { ...notes.get(request), ...note });
}

export function getAccessLogFields(request: object): AccessLogFields {
  return notes.get(request) ?? {};
}
