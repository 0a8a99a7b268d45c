/** Long work in short pieces, so that answers never wait for it. */

/** ms of work between two yields. */
const slice = 8;

/**
 * A pause to await in every turn of a long loop: at once while little time has gone by, else after others had their turn.
 * @returns undefined when there is no need to wait, so that the loop may go on without awaiting
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

/** Sorts as Array.sort does, with yields to the event loop between. */
export async function sortCalmly<Item>(
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
