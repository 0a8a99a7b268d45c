import { z } from 'zod';

/**
 * Returns a schema for whole numbers of 0 or more. Every error message names the unit, because amounts in other files of the shop are
 * written as decimals, such as 5.5.
 * @param unit completes the sentence "must be a whole number, 0 or more, …"
 */
export function wholeNumberSchema(unit: string) {
  const error = ({ input }: { input?: unknown }) =>
    input === undefined
      ? `is missing; it must be a whole number ${unit}`
      : `must be a whole number, 0 or more, ${unit}`;
  return z.number({ error }).int({ error }).min(0, { error });
}

export const minorUnitsSchema = wholeNumberSchema('in minor units: 550 means 5.50');
