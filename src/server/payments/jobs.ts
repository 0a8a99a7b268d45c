import type { JobHandlers, RecurringJob } from '../queue/job.ts';
import { webhookJobs } from './api/webhooks.ts';
import { merchantRefundJobs } from './attempts/merchant-refund.ts';
import { paymentReconciliationJob } from './attempts/reconcile.ts';
import { refundJobs } from './attempts/refund.ts';

export const paymentJobs: JobHandlers = { ...refundJobs, ...merchantRefundJobs, ...webhookJobs };
export const paymentRecurringJobs: RecurringJob[] = [paymentReconciliationJob];
