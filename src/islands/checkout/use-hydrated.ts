/** Returns whether the page is hydrated: false on the server and during hydration. */
import { useSyncExternalStore } from 'react';

export function useHydrated(): boolean {
  return useSyncExternalStore(noChange, isHere, isElsewhere);
}

const noChange = () => () => {};
const isHere = () => true;
const isElsewhere = () => false;
