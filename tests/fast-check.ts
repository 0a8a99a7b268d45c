/**
 * fast-check with the case count and the seed of this run: few cases and always the same in `npm test`, many and new ones
 * in `npm run soak`, which prints its seed; `SEED=… npm run soak` repeats a run.
 */
import fc from 'fast-check';

export const isSoak = process.env.SOAK === '1';
export const seed = Number(process.env.SEED ?? 20_261_121);

fc.configureGlobal({ seed, numRuns: isSoak ? 2000 : 100 });

export { fc };
