/**
 * SQLite answers at once, and a chain of awaited answers never leaves the microtask queue: a hundred commits in a row
 * would freeze the server. This counts the database's time in the current turn of the event loop and, past a limit,
 * lets everybody else go first.
 */
const maxTurnMs = 8;

export class TurnTaker {
  #spent = 0;
  #turnEnds: Promise<void> | null = null;

  /** Waits for the next turn if this one has already had its share; otherwise goes on at once. */
  async breathe(): Promise<void> {
    while (this.#spent > maxTurnMs && this.#turnEnds) await this.#turnEnds;
  }

  /** Runs `work` and counts its time. */
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
