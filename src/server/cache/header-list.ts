/** What is asked of a page's headers again and again; most pages share one list, so it is found out once for each list. */

/** Shared between pages: nobody may change one. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

interface Traits {
  /** Names and values in turn, as node:http writes them. */
  flat: readonly string[];
  /** Characters of all of them. */
  size: number;
  setsCookie: boolean;
}

const known = new WeakMap<HeaderList, Traits>();

/** @param headers must not be changed afterwards */
export function traitsOf(headers: HeaderList): Traits {
  let traits = known.get(headers);
  if (!traits) {
    traits = {
      flat: headers.flat(),
      size: headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0),
      setsCookie: headers.some(([name]) => name.toLowerCase() === 'set-cookie'),
    };
    known.set(headers, traits);
  }
  return traits;
}
