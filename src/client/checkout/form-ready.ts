/** Whether a provider's payment form listens yet: a message that is posted to a frame before its script runs is lost. */

const loadMs = 15_000;

export interface FormReady {
  readonly isReady: boolean;
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
  let state: 'loading' | 'ready' | 'failed' = 'loading';
  let waiting: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const timer = setTimeout(() => {
    fail();
    onLate();
  }, loadMs);

  function fail(error = problem()): void {
    clearTimeout(timer);
    state = 'failed';
    for (const { reject } of waiting) reject(error);
    waiting = [];
  }

  return {
    get isReady() {
      return state === 'ready';
    },
    async whenReady() {
      if (state === 'failed') throw problem();
      if (state === 'loading')
        await new Promise<void>((resolve, reject) => waiting.push({ resolve, reject }));
    },
    markReady() {
      clearTimeout(timer);
      state = 'ready';
      for (const { resolve } of waiting) resolve();
      waiting = [];
    },
    fail,
  };
}
