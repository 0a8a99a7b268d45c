/** Creates Stripe's error responses: `{error: {type, code, message, …}}`. */

export class StripeApiError extends Error {
  override name = 'StripeApiError';
  readonly status: 400 | 401 | 402 | 404;
  readonly body: { error: Record<string, unknown> };
  constructor(status: 400 | 401 | 402 | 404, error: Record<string, unknown>) {
    super(String(error.message));
    this.status = status;
    this.body = { error };
  }
}

/** Creates Stripe's error for an invalid request. @param param name of the parameter that causes the error */
export function invalidRequestError(
  code: string,
  message: string,
  param?: string,
  status: 400 | 401 | 404 = 400,
) {
  return new StripeApiError(status, {
    type: 'invalid_request_error',
    ...(code ? { code } : {}),
    message,
    ...(param ? { param } : {}),
  });
}

/** Creates Stripe's error for an Idempotency-Key that is reused with other parameters. */
export function idempotencyError() {
  return new StripeApiError(400, {
    type: 'idempotency_error',
    message:
      'Keys for idempotent requests can only be used with the same parameters they were first used with.',
  });
}
