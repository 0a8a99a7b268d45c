import type * as codes from '#lib/contract/codes.ts';

export type Code = (typeof codes)[keyof typeof codes];

/**
 * A business refusal a handler throws: becomes `{code, msg, data: null}` with HTTP 200 (R50).
 * `msg` is shown to the shopper, so it says what is wrong and where in plain words.
 */
export class Failure extends Error {
  override name = 'Failure';
  readonly code: Code;
  /** Seconds after which it is worth trying again; 0 where nothing is known of that. */
  readonly retryAfter: number;
  constructor(code: Code, msg: string, retryAfter = 0) {
    super(msg);
    this.code = code;
    this.retryAfter = retryAfter;
  }
}
