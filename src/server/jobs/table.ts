/** Every job of the shop: a line for each domain. */
import { housekeeping } from '../db/housekeeping.ts';
import { paymentJobs, paymentRecurringJobs } from '../payments/jobs.ts';
import type { JobHandlers, RecurringJob } from './job.ts';

export const jobHandlers: JobHandlers = { ...paymentJobs };

export const recurringJobs: RecurringJob[] = [housekeeping, ...paymentRecurringJobs];
