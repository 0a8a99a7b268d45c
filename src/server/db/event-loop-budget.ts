/**
 * Limits how long database work blocks the event loop. SQLite calls are synchronous, and a chain of awaited results never leaves
 * the microtask queue: a hundred commits in a row would freeze the server. This class adds up the database time of the current
 * turn of the event loop and, once a limit is exceeded, yields to other work.
 */
const maxTurnMs = 8;

export class EventLoopBudget {
  #spent = 0;
  #turnEnds: Promise<void> | null = null;

  /** Waits for the next turn of the event loop if the current turn has used up its budget. */
  async breathe(): Promise<void> {
    while (this.#spent > maxTurnMs && this.#turnEnds) await this.#turnEnds;
  }

  count<Result>(work: () => Result): Result {
    this.#turnEnds ??= new Promise((resolve) => {
      setImmediate(() => {
        this.#spent = 0;
        this.#turnEnds = null;
        resolve();
      });
    });
    const started = performance.now();
    try {
      return work();
    } finally {
      this.#spent += performance.now() - started;
    }
  }
}
