/** Every job of the shop: a line for each domain. */

import { housekeeping } from '../db/housekeeping.ts';
import { mailJobs } from '../mail/send-mail.ts';
import { mediaJobs } from '../media/derivatives-job.ts';
import { unusedUploads } from '../media/unused-uploads.ts';
import { reservationExpiry } from '../orders/expiry.ts';
import { paymentJobs, paymentRecurringJobs } from '../payments/jobs.ts';
import type { JobHandlers, RecurringJob } from './job.ts';

export const jobHandlers: JobHandlers = { ...mailJobs, ...mediaJobs, ...paymentJobs };

export const recurringJobs: RecurringJob[] = [
  housekeeping,
  unusedUploads,
  reservationExpiry,
  ...paymentRecurringJobs,
];
