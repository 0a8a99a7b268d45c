/** Creates PayPal's error responses, which have a name, a message, a debug_id, and details with an issue. */
import { newId } from './context.ts';

const messages: Record<string, string> = {
  INVALID_REQUEST: 'Request is not well-formed, syntactically incorrect, or violates schema.',
  RESOURCE_NOT_FOUND: 'The specified resource does not exist.',
  UNPROCESSABLE_ENTITY:
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  AUTHENTICATION_FAILURE:
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  INTERNAL_SERVER_ERROR: 'An internal server error has occurred.',
};

export class PayPalApiError extends Error {
  override name = 'PayPalApiError';
  readonly status: 400 | 401 | 404 | 422;
  readonly body: Record<string, unknown>;
  constructor(status: 400 | 401 | 404 | 422, body: Record<string, unknown>) {
    super(String(body.name));
    this.status = status;
    this.body = body;
  }
}

/** Creates a PayPal error from an HTTP status, PayPal's error name and usually the issue and the field that causes it. */
export function payPalError(
  status: 400 | 401 | 404 | 422,
  name: string,
  issue?: string,
  field?: string,
): PayPalApiError {
  return new PayPalApiError(status, {
    name,
    message: messages[name] ?? name,
    debug_id: newId(13).toLowerCase(),
    ...(issue ? { details: [{ ...(field ? { field } : {}), issue, description: issue }] } : {}),
  });
}

/** Creates the 422 error with which PayPal rejects a well-formed request that it cannot process. */
export function unprocessableError(issue: string, field?: string): PayPalApiError {
  return payPalError(422, 'UNPROCESSABLE_ENTITY', issue, field);
}
