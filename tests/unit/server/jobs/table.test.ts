import { expect, it } from 'vitest';
import { jobHandlers, recurringJobs, selectJobs } from '#server/jobs/table.ts';

it('without WARM_IMAGES only the jobs that encode image variants ahead of requests stay in the queue', () => {
  expect(selectJobs({ WARM_IMAGES: true })).toEqual({ handlers: jobHandlers, recurring: recurringJobs });
  const { handlers, recurring } = selectJobs({ WARM_IMAGES: false });
  const removed = (all: string[], left: string[]) => all.filter((kind) => !left.includes(kind));
  expect(removed(Object.keys(jobHandlers), Object.keys(handlers))).toEqual(['warm-picture']);
  const kinds = (jobs: typeof recurring) => jobs.map(({ kind }) => kind);
  expect(removed(kinds(recurringJobs), kinds(recurring))).toEqual(['missing-derivatives']);
});
