/** Enforces that only `trx` is used inside a transaction, and that nothing is used after close. */
import { AsyncLocalStorage } from 'node:async_hooks';

export class TransactionGuard {
  readonly #inside = new AsyncLocalStorage<{ open: boolean }>();
  #running = new Set<Promise<unknown>>();
  #state: 'open' | 'closing' | 'closed' = 'open';

  /** Throws if it is called inside a running transaction, or after `close`. */
  admit = (): void => {
    if (this.#state !== 'open') throw new Error('The database is closed');
    if (this.#inside.getStore()?.open) {
      throw new Error(
        'Inside a transaction, use only its `trx`: another connection would wait for this one or read old rows',
      );
    }
  };

  /** Throws after the database is closed. For queries of a started transaction, and for maintenance. */
  admitOpen = (): void => {
    if (this.#state === 'closed') throw new Error('The database is closed');
  };

  /** Runs `work` as a transaction; `settle` waits for it. */
  async enclose<Result>(work: () => Promise<Result>): Promise<Result> {
    this.admit();
    const state = { open: true };
    const running = this.#inside.run(state, work);
    this.#running.add(running);
    try {
      return await running;
    } finally {
      // Promises that `work` did not await may still query the database. From here on, `admit` treats them as outside the
      // transaction.
      state.open = false;
      this.#running.delete(running);
    }
  }

  /** Rejects new work, waits for running transactions and their retries, then rejects everything. */
  async settle(): Promise<void> {
    this.#state = 'closing';
    await Promise.allSettled(this.#running);
    this.#state = 'closed';
  }
}
