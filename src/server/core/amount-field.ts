import { z } from 'zod';

/**
 * Returns a schema for whole numbers from 0 on. Every error names the unit, because other files of the shop write money as 5.5.
 * @param unit completes the sentence "must be a whole number from 0 on …"
 */
export function wholeNumber(unit: string) {
  const error = ({ input }: { input?: unknown }) =>
    input === undefined ? `is missing: a whole number ${unit}` : `must be a whole number from 0 on ${unit}`;
  return z.number({ error }).int({ error }).min(0, { error });
}

export const minorUnits = wholeNumber('in minor units: 550 means 5.50');
