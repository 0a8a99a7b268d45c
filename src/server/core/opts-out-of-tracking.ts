import type { Caller } from './caller.ts';

/** Returns whether the browser sends Do Not Track or Global Privacy Control, which override the consent given on the page (R77, R122). */
export function optsOutOfTracking(caller: Pick<Caller, 'header'>): boolean {
  return caller.header('sec-gpc') === '1' || caller.header('dnt') === '1';
}
