/**
 * fast-check with the case count and seed of this run: `npm test` runs few cases with a fixed seed, `npm run soak` many with a
 * new seed that it prints; `SEED=… npm run soak` repeats a run.
 */
import fc from 'fast-check';

export const isSoak = process.env.SOAK === '1';
export const seed = Number(process.env.SEED ?? 20_261_121);

fc.configureGlobal({ seed, numRuns: isSoak ? 2000 : 100 });

export { fc };
