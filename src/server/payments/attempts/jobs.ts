/** Work of payments outside any request. */
import type { JobHandlers, RecurringJob } from '../../queue/job.ts';
import { merchantRefundJobs } from './merchant-refund.ts';
import { reconcilePayments } from './reconcile.ts';
import { refundJobs } from './refund.ts';
import { webhookJobs } from './webhook.ts';

export const paymentJobs: JobHandlers = { ...refundJobs, ...merchantRefundJobs, ...webhookJobs };
export const paymentRecurringJobs: RecurringJob[] = [reconcilePayments];
