/** Default debounce after typing, ms (VAL-14, VAL-15). */
export const defaultDebounce = 300;

export interface Debounced<Args extends unknown[]> {
  (...args: Args): void;
  cancel(): void;
}

/** Runs `work` once, `wait` ms after the last call, with that call's arguments. */
export function debounce<Args extends unknown[]>(
  work: (...args: Args) => void,
  wait = defaultDebounce,
): Debounced<Args> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const debounced = (...args: Args) => {
    clearTimeout(timer);
    timer = setTimeout(work, wait, ...args);
  };
  debounced.cancel = () => clearTimeout(timer);
  return debounced;
}
