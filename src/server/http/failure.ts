import type { Code } from '#lib/contract/codes.ts';

/**
 * A business refusal a handler throws: becomes `{code, msg, data: null}` with HTTP 200 (R50).
 * `msg` is shown to the shopper, so it says what is wrong and where in plain words.
 */
export class Failure extends Error {
  override name = 'Failure';
  readonly code: Code;
  constructor(code: Code, msg: string) {
    super(msg);
    this.code = code;
  }
}
