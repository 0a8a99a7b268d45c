/** Saves changes to a checkout, one request at a time; changes made during a request are combined into the next one (CHK-23). */
import * as codes from '#lib/contract/codes.ts';
import type { Envelope } from '#lib/contract/endpoint.ts';
import type { CheckoutInput, WireCheckout } from '#lib/contract/wire-checkout.ts';

export interface CheckoutSaverOptions {
  send(changes: CheckoutInput): Promise<Envelope<WireCheckout>>;
  onSaved(checkout: WireCheckout, changes: CheckoutInput): void;
  onRefused(answer: Envelope<WireCheckout>, changes: CheckoutInput): void;
  /** Debounce for text input, ms. */
  wait?: number;
}

export interface CheckoutSaver {
  /** Queues changes and sends them after `wait` ms without further changes. */
  later(changes: CheckoutInput): void;
  /** Sends the given and all queued changes now. Resolves when the queue is empty: to true if all of them were saved. */
  now(changes?: CheckoutInput): Promise<boolean>;
  /** Returns the changes that are not saved yet, to send them when the shopper leaves the page; null if there are none. */
  unsaved(): CheckoutInput | null;
}

export function createCheckoutSaver({
  send,
  onSaved,
  onRefused,
  wait = 500,
}: CheckoutSaverOptions): CheckoutSaver {
  let waiting: CheckoutInput | null = null;
  let underWay: CheckoutInput | null = null;
  let running: Promise<boolean> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function run(): Promise<boolean> {
    let isSaved = true;
    while (waiting !== null) {
      underWay = waiting;
      waiting = null;
      const answer = await send(underWay);
      if (answer.code === 0) {
        onSaved(answer.data as WireCheckout, underWay);
      } else {
        isSaved = false;
        const failedChange = underWay;
        if (answer.code === codes.serverFailure) waiting = mergeCheckoutChanges(failedChange, waiting ?? {});
        onRefused(answer, failedChange);
        if (answer.code === codes.serverFailure) break;
      }
    }
    underWay = null;
    return isSaved;
  }

  const start = () => {
    clearTimeout(timer);
    // `running` is cleared here, not inside `run`: with nothing to send, `run` would finish before `running` is assigned.
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  };

  return {
    later(changes) {
      waiting = mergeCheckoutChanges(waiting ?? {}, changes);
      clearTimeout(timer);
      timer = setTimeout(start, wait);
    },
    now(changes) {
      if (changes) waiting = mergeCheckoutChanges(waiting ?? {}, changes);
      if (running) return running.then((isSaved) => (waiting === null ? isSaved : start()));
      return waiting === null ? Promise.resolve(true) : start();
    },
    unsaved: () => (waiting || underWay ? mergeCheckoutChanges(underWay ?? {}, waiting ?? {}) : null),
  };
}

/** Merges two sets of changes: later values win, and addresses are merged field by field. */
export function mergeCheckoutChanges(earlier: CheckoutInput, later: CheckoutInput): CheckoutInput {
  const address = earlier.address || later.address ? { ...earlier.address, ...later.address } : undefined;
  const billing = later.billing && { ...earlier.billing, ...later.billing };
  return { ...earlier, ...later, ...(address ? { address } : {}), ...(billing ? { billing } : {}) };
}
