/** Failures that tests can trigger: late or failed responses, and delayed, repeated or reordered webhooks. */

export interface ResponseScenario {
  /** HTTP method and start of the path of affected requests, e.g. `POST /v2/checkout/orders`. */
  call: string;
  /** Required end of the path of affected requests, e.g. `/capture`. */
  ends?: string;
  /** Number of affected responses; default 1. */
  times?: number;
  /** Delay of the response after the request is processed, ms. */
  delay_ms?: number;
  /** Holds the response, after the request is processed, until the scenarios are cleared. */
  hold?: boolean;
  /** HTTP status returned instead of the result; the request is still processed, unless `before` is set. */
  status?: number;
  /** Whether the request fails before it is processed. */
  before?: boolean;
}

export interface WebhookScenario {
  /** Number of deliveries of each event. */
  copies?: number;
  delay_ms?: number;
  /** Whether all webhook deliveries are paused. */
  hold?: boolean;
  /** Whether queued webhooks are delivered newest first. */
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

  /** Returns the scenario that applies to a request and decrements its remaining uses; undefined for a normal response. */
  take(method: string, path: string): Required<ResponseScenario> | undefined {
    const found = this.answers.find(
      ({ call, ends, times }) => times > 0 && `${method} ${path}`.startsWith(call) && path.endsWith(ends),
    );
    if (found) found.times -= 1;
    return found;
  }
}
