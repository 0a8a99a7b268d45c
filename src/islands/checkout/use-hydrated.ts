/** Whether the page has woken up: false on the server and while what it wrote is taken over. */
import { useSyncExternalStore } from 'react';

export function useHydrated(): boolean {
  return useSyncExternalStore(noChange, isHere, isElsewhere);
}

const noChange = () => () => {};
const isHere = () => true;
const isElsewhere = () => false;
