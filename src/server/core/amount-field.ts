/** Amounts in settings files. */
import { z } from 'zod';

/**
 * Returns the schema of a whole number from 0 on; every error states its unit, because other files of the shop have money such
 * as 5.5 in its place.
 * @param unit what follows "a whole number from 0 on"
 */
export function wholeNumber(unit: string) {
  const error = ({ input }: { input?: unknown }) =>
    input === undefined ? `is missing: a whole number ${unit}` : `must be a whole number from 0 on ${unit}`;
  return z.number({ error }).int({ error }).min(0, { error });
}

/** An amount in minor units of the shop's currency. */
export const minorUnits = wholeNumber('in minor units: 550 means 5.50');
