/** Misbehaviour on demand for tests: late or failing answers, and how webhooks are delivered. */

export interface AnswerScenario {
  /** Method and the beginning of the path, e.g. `POST /v2/checkout/orders`. */
  call: string;
  /** The path must also end so, e.g. `/capture`. */
  ends?: string;
  /** How many answers are touched; 1 if missing. */
  times?: number;
  /** The work is done first, the answer leaves this late. */
  delay_ms?: number;
  /** The work is done first, the answer leaves when the scenarios are cleared. */
  hold?: boolean;
  /** Answered instead of the result; the work is done unless `before` is set. */
  status?: number;
  /** The failure comes before the work. */
  before?: boolean;
}

export interface WebhookScenario {
  /** Every event is delivered so many times. */
  copies?: number;
  delay_ms?: number;
  /** Nothing is delivered until this is false again. */
  hold?: boolean;
  /** Waiting events go out newest first. */
  newest_first?: boolean;
}

export class Scenarios {
  private answers: Required<AnswerScenario>[] = [];
  private cleared = Promise.withResolvers<void>();
  webhooks: WebhookScenario = {};

  add(scenario: AnswerScenario): void {
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

  /** Ends when the scenarios are cleared the next time. */
  untilCleared(): Promise<void> {
    return this.cleared.promise;
  }

  /** The scenario of this call, counted down; undefined for a normal answer. */
  take(method: string, path: string): Required<AnswerScenario> | undefined {
    const found = this.answers.find(
      ({ call, ends, times }) => times > 0 && `${method} ${path}`.startsWith(call) && path.endsWith(ends),
    );
    if (found) found.times -= 1;
    return found;
  }
}
