import type * as codes from '#lib/contract/codes.ts';

/** Reason why a discount does not apply yet, with the title and page of the promotion. */
export interface DiscountFailureReason {
  /** English template with placeholders {0}, {1} …; also the key of its translations in the table of texts. */
  desc: string;
  params: (string | number)[];
  /** Handle of the promotion's page; '' for none. */
  seoUrl: string;
  title: string;
}

export type ErrorCode = (typeof codes)[keyof typeof codes];

/**
 * A business error that a handler throws; the client receives `{code, msg, data: null}` with HTTP 200 (R50). The shopper sees
 * `msg`, so it must name the problem and the field in plain words.
 */
export class Failure extends Error {
  override name = 'Failure';
  readonly code: ErrorCode;
  /** Seconds after which the client should retry; 0 if unknown. */
  readonly retryAfter: number;
  readonly reason: DiscountFailureReason | undefined;
  constructor(code: ErrorCode, msg: string, retryAfter = 0, reason?: DiscountFailureReason) {
    super(msg);
    this.reason = reason;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}
