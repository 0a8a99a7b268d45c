/** In-process counters of orders and payments; process/metrics.ts exports them. */

/** Result of a payment attempt. `unusable`: money arrived that must be refunded. `unanswered`: the provider did not respond. */
export type PaymentOutcome = 'paid' | 'unusable' | 'declined' | 'failed' | 'expired' | 'unanswered';

/** A counter with one value for each set of labels. */
export class LabelledCount<Labels extends object> {
  readonly #counts = new Map<string, { labels: Labels; count: number }>();

  add(labels: Labels): void {
    const key = JSON.stringify(labels);
    const { count } = this.#counts.get(key) ?? { count: 0 };
    this.#counts.set(key, { labels, count: count + 1 });
  }

  values(): Iterable<{ labels: Labels; count: number }> {
    return this.#counts.values();
  }
}

export class ShopEventCounters {
  readonly orders = new LabelledCount<{ event: 'placed' | 'paid' }>();
  /** Payment attempts sent to a provider. */
  readonly attempts = new LabelledCount<{ provider: string }>();
  readonly outcomes = new LabelledCount<{ provider: string; outcome: PaymentOutcome }>();
}
