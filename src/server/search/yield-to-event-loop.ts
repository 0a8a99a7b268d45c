/** Splits long-running work into short slices, so that it does not block other requests. */

/** Duration of work between two yields, ms. */
const slice = 8;

/**
 * Returns a function to await in each iteration of a long loop; it yields to the event loop once the time slice is used up.
 * @returns a function that returns undefined when no yield is due, so that the loop can skip the await
 */
export function eventLoopYielder(): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < slice) return undefined;
    return new Promise((resolve) =>
      setImmediate(() => {
        began = performance.now();
        resolve();
      }),
    );
  };
}

/** Sorts like Array.sort, yielding to the event loop in between. */
export async function sortYielding<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Promise<Item[]> {
  const yieldToEventLoop = eventLoopYielder();
  const runLength = 1000;
  let runs: Item[][] = [];
  for (let from = 0; from < items.length; from += runLength) {
    runs.push(items.slice(from, from + runLength).sort(compare));
    await yieldToEventLoop();
  }
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(await merge(runs[at]!, runs[at + 1] ?? [], compare, yieldToEventLoop));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge<Item>(
  left: readonly Item[],
  right: readonly Item[],
  compare: (a: Item, b: Item) => number,
  yieldToEventLoop: () => Promise<void> | undefined,
): Promise<Item[]> {
  const merged: Item[] = [];
  let one = 0;
  let other = 0;
  while (one < left.length || other < right.length) {
    const isLeft = other >= right.length || (one < left.length && compare(left[one]!, right[other]!) <= 0);
    merged.push(isLeft ? left[one++]! : right[other++]!);
    if (merged.length % 2000 === 0) await yieldToEventLoop();
  }
  return merged;
}
