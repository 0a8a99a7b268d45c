import type { Caller } from './caller.ts';

/** Whether a browser says no for its shopper, whatever its page sends: Do Not Track or Global Privacy Control (R77, R122). */
export function optsOutOfTracking(caller: Pick<Caller, 'header'>): boolean {
  return caller.header('sec-gpc') === '1' || caller.header('dnt') === '1';
}
