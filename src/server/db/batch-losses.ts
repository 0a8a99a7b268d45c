/** Tells of lost connections in one line for many: a server that stops breaks every one of them at once. */

/** How long further losses are waited for before they are told, ms; at most one line in this time. */
export const batchMs = 1_000;

/**
 * @param tell is given how many connections were lost and why the first was
 * @returns call it for each connection lost
 */
export function batchLosses(tell: (count: number, first: Error) => void): (error: Error) => void {
  let count = 0;
  let first: Error;
  return (error) => {
    count += 1;
    if (count > 1) return;
    first = error;
    setTimeout(() => {
      const lost = count;
      count = 0;
      tell(lost, first);
    }, batchMs).unref();
  };
}
