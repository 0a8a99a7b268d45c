/** When the recommendation lists of a page are loaded: two at once, then one after another (RECO-08, RECO-10 to RECO-12). */

/** Lists that load with the page; on the bag's page one. */
export const firstLists = 2;
export const firstListsOfBag = 1;
/** Lists a page has at most. */
export const mostLists = 10;

export interface ListPlaces {
  /** Places for lists, in order; those after the first are hidden. */
  places: readonly HTMLElement[];
  /** How many load at once. */
  first?: number;
  /** Fills a place; false when there is nothing to show in it. Never throws. */
  fill(place: HTMLElement): Promise<boolean>;
  /** Calls back each time the element comes into view, at once if it is there; returns how to stop. */
  whenSeen(element: HTMLElement, seen: () => void): () => void;
}

/** Loads the lists. A place that stays empty is taken away; the next one takes its turn. */
export async function loadLists({ places, first = firstLists, fill, whenSeen }: ListPlaces): Promise<void> {
  const waiting = places.slice(0, mostLists);
  for (const extra of places.slice(mostLists)) extra.remove();
  const shown: HTMLElement[] = [];

  async function showNext(): Promise<void> {
    const place = waiting.shift();
    if (!place) return;
    place.hidden = false;
    shown.push(place);
    if (await fill(place)) return;
    shown.splice(shown.indexOf(place), 1);
    place.remove();
  }

  const isSeen = (element: HTMLElement) =>
    new Promise<void>((resolve) => {
      const stop = whenSeen(element, () => {
        stop();
        resolve();
      });
    });

  await Promise.all(Array.from({ length: first }, showNext));
  while (waiting.length > 0) {
    const last = shown.at(-1);
    if (last) await isSeen(last);
    await showNext();
  }
}
