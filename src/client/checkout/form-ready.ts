/** Tracks whether a payment provider's form is ready: a message posted to its iframe before the iframe's script runs would be lost. */

const loadMs = 15_000;

export interface FormLoadState {
  isReady: boolean;
  /** Resolves once the form is ready. @throws Error (from `problem`) if the form fails to load or times out */
  whenReady(): Promise<void>;
  /** Marks the form as ready, even after its load timeout. */
  markReady(): void;
  /** Rejects `whenReady()`, because the form failed to load or was removed. @param error used instead of `problem` */
  fail(error?: Error): void;
}

/**
 * Starts the load timeout of a payment form, 15 s.
 * @param onLate called if the form is not ready when the timeout ends
 * @param problem creates the error that `whenReady()` rejects with
 */
export function watchFormLoad(onLate: () => void, problem: () => Error): FormLoadState {
  let end: (result?: Promise<never>) => void;
  let ready = new Promise<void>((resolve) => {
    end = resolve as typeof end;
  });
  // Without a waiting caller, the rejection would be reported as unhandled.
  ready.catch(() => {});
  const settle = (error?: Error) => {
    clearTimeout(timer);
    form.isReady = !error;
    const result = error && Promise.reject(error);
    // Callers that are already waiting get the first result; later callers get the latest.
    end(result);
    ready = result ?? Promise.resolve();
    ready.catch(() => {});
  };
  const form: FormLoadState = {
    isReady: false,
    whenReady: () => ready,
    markReady: () => settle(),
    fail: (error = problem()) => settle(error),
  };
  const timer = setTimeout(() => {
    form.fail();
    onLate();
  }, loadMs);
  return form;
}
