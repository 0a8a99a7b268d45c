/** Failures on demand for tests: late or failed responses, and variants of webhook delivery. */

export interface ResponseScenario {
  /** Method and start of the path, e.g. `POST /v2/checkout/orders`. */
  call: string;
  /** Required end of the path, e.g. `/capture`. */
  ends?: string;
  /** Number of affected responses; default 1. */
  times?: number;
  /** Delay of the response after the work is done. */
  delay_ms?: number;
  /** Holds the response after the work is done, until the scenarios are cleared. */
  hold?: boolean;
  /** HTTP status sent instead of the result; the work is still done, unless `before` is set. */
  status?: number;
  /** Fails before the work is done. */
  before?: boolean;
}

export interface WebhookScenario {
  /** Number of deliveries of each event. */
  copies?: number;
  delay_ms?: number;
  /** Pauses all deliveries. */
  hold?: boolean;
  /** Delivers queued events newest first. */
  newest_first?: boolean;
}

export class Scenarios {
  private answers: Required<ResponseScenario>[] = [];
  private cleared = Promise.withResolvers<void>();
  webhooks: WebhookScenario = {};

  add(scenario: ResponseScenario): void {
    this.answers.push({
      ends: '',
      times: 1,
      delay_ms: 0,
      hold: false,
      status: 0,
      before: false,
      ...scenario,
    });
  }

  clear(): void {
    this.answers = [];
    this.webhooks = {};
    this.cleared.resolve();
    this.cleared = Promise.withResolvers<void>();
  }

  /** Resolves when the scenarios are next cleared. */
  untilCleared(): Promise<void> {
    return this.cleared.promise;
  }

  /** Returns the scenario for a request and uses it up once; undefined for a normal response. */
  take(method: string, path: string): Required<ResponseScenario> | undefined {
    const found = this.answers.find(
      ({ call, ends, times }) => times > 0 && `${method} ${path}`.startsWith(call) && path.endsWith(ends),
    );
    if (found) found.times -= 1;
    return found;
  }
}
