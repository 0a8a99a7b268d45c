import type * as codes from '#lib/contract/codes.ts';

/** What is missing for what was asked, and where it is found. */
export interface FailureReason {
  /** An English template with {0}, {1} … that is in the table of texts, and its values. */
  desc: string;
  params: (string | number)[];
  /** Of the promotion's page, '' for none. */
  seoUrl: string;
  title: string;
}

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
  readonly reason: FailureReason | undefined;
  constructor(code: Code, msg: string, retryAfter = 0, reason?: FailureReason) {
    super(msg);
    this.reason = reason;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}
