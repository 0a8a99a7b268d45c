/** Tracks whether a provider's payment form listens yet: a message posted to a frame before its script runs is lost. */

const loadMs = 15_000;

export interface FormLoadState {
  isReady: boolean;
  /** Resolves once the form listens. @throws Error (`problem`) when the form cannot be loaded, or not in time */
  whenReady(): Promise<void>;
  /** Marks the form as listening, even after its load timeout. */
  markReady(): void;
  /** Rejects the wait: the form cannot be loaded, or was removed. @param error replaces `problem` */
  fail(error?: Error): void;
}

/**
 * Starts the load timeout of a form, 15 s.
 * @param onLate called when the form is not ready by then
 * @param problem creates the error for waiting callers
 */
export function watchFormLoad(onLate: () => void, problem: () => Error): FormLoadState {
  let end: (result?: Promise<never>) => void;
  let ready = new Promise<void>((resolve) => {
    end = resolve as typeof end;
  });
  // Without waiting callers a rejection would be reported as unhandled.
  ready.catch(() => {});
  const settle = (error?: Error) => {
    clearTimeout(timer);
    form.isReady = !error;
    const result = error && Promise.reject(error);
    // Waiting callers get the first result, later callers the latest.
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
