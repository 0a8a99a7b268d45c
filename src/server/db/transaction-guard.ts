/** Keeps a database's rules of use: nothing but `trx` inside a transaction, nothing at all after close. */
import { AsyncLocalStorage } from 'node:async_hooks';

export class TransactionGuard {
  readonly #inside = new AsyncLocalStorage<{ open: boolean }>();
  #running = new Set<Promise<unknown>>();
  #state: 'open' | 'closing' | 'closed' = 'open';

  /** Admits a query or transaction that is not part of a running transaction. */
  admit = (): void => {
    if (this.#state !== 'open') throw new Error('The database is closed');
    if (this.#inside.getStore()?.open) {
      throw new Error(
        'Inside a transaction only its own `trx` may be used: another connection would wait for this one, or read old rows',
      );
    }
  };

  /** Admits a query of a transaction that has begun, or of maintenance. */
  admitOpen = (): void => {
    if (this.#state === 'closed') throw new Error('The database is closed');
  };

  /** Runs `work` as the inside of a transaction and remembers it for `settle`. */
  async enclose<Result>(work: () => Promise<Result>): Promise<Result> {
    this.admit();
    const state = { open: true };
    const running = this.#inside.run(state, work);
    this.#running.add(running);
    try {
      return await running;
    } finally {
      // What the work left running by mistake may use the database again, but no longer as a part of it.
      state.open = false;
      this.#running.delete(running);
    }
  }

  /** Refuses new work, waits for transactions that run, their retries included; then refuses everything. */
  async settle(): Promise<void> {
    this.#state = 'closing';
    await Promise.allSettled(this.#running);
    this.#state = 'closed';
  }
}
