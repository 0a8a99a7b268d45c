/** Whether a provider's payment form listens yet: a message that is posted to a frame before its script runs is lost. */

const loadMs = 15_000;

export interface FormReady {
  isReady: boolean;
  /** Resolves once the form listens. @throws Error (`problem`) when the form has not loaded in time, or cannot be loaded */
  whenReady(): Promise<void>;
  /** The form listens. It works from then on, even after its load timeout. */
  markReady(): void;
  /** Ends the wait: the form cannot be loaded, or is gone. @param error in place of `problem` */
  fail(error?: Error): void;
}

/**
 * Starts the load timeout of a form, 15 s.
 * @param onLate called when the form is not ready by then
 * @param problem the error for each caller that waited in vain
 */
export function watchForm(onLate: () => void, problem: () => Error): FormReady {
  let end: (result?: Promise<never>) => void;
  let ready = new Promise<void>((resolve) => {
    end = resolve as typeof end;
  });
  // Nobody may be waiting when it ends.
  ready.catch(() => {});
  const settle = (error?: Error) => {
    clearTimeout(timer);
    form.isReady = !error;
    const result = error && Promise.reject(error);
    // Those who wait get the first result, later callers the latest.
    end(result);
    ready = result ?? Promise.resolve();
    ready.catch(() => {});
  };
  const form: FormReady = {
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
