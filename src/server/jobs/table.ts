/** Every job of the shop: a line for each domain. */

import { mailJobs } from '../mail/send-mail.ts';
import { unusedUploads } from '../media/unused-uploads.ts';
import { mediaJobs } from '../media/warm-up.ts';
import { reservationExpiry } from '../orders/expiry.ts';
import { paymentJobs, paymentRecurringJobs } from '../payments/jobs.ts';
import type { JobHandlers, RecurringJob } from '../queue/job.ts';
import { housekeeping } from './housekeeping.ts';

export const jobHandlers: JobHandlers = { ...mailJobs, ...mediaJobs, ...paymentJobs };

export const recurringJobs: RecurringJob[] = [
  housekeeping,
  unusedUploads,
  reservationExpiry,
  ...paymentRecurringJobs,
];
