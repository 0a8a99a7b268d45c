/** Lets one writer run at a time in this process, in order of arrival. SQLite allows only one writer. */
export class WriteQueue {
  #waiting: (() => void)[] = [];
  #busy = false;
  #idle: (() => void)[] = [];

  /** Waits until the caller may write. Call `leave` once after each call of `enter`. */
  async enter(): Promise<void> {
    if (!this.#busy) {
      this.#busy = true;
      return;
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  leave(): void {
    const next = this.#waiting.shift();
    if (next) {
      next();
      return;
    }
    this.#busy = false;
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** Resolves when no write is running or waiting. */
  async whenIdle(): Promise<void> {
    if (this.#busy) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }
}
