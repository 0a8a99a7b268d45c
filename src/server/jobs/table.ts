/** Registers the jobs, email texts and email tokens of all domains. */
import type { Env } from '../core/env.ts';
import {
  abandonedCheckoutObsolescenceChecks,
  abandonedCheckoutTokenResolvers,
  checkoutReminderJob,
} from '../customers/abandoned-checkouts.ts';
import { customerMailJobs, customerMailObsolescenceChecks } from '../customers/customer-mails.ts';
import { customerMailTokenResolvers } from '../customers/mailed-code.ts';
import type { MailTextRenderers } from '../mail/mail-texts.ts';
import type { MailTokenResolvers } from '../mail/mail-tokens.ts';
import type { MailObsolescenceChecks } from '../mail/obsolete-mails.ts';
import { mailJobs } from '../mail/send-mail.ts';
import { strandedMailsJob } from '../mail/unsent-mails.ts';
import { backInStockTokenResolvers } from '../marketing/back-in-stock-mails.ts';
import { newsletterObsolescenceChecks, newsletterTokenResolvers } from '../marketing/newsletter-welcome.ts';
import { backInStockJob, backInStockObsolescenceChecks } from '../marketing/send-back-in-stock.ts';
import { mediaJobs, missingImageVariantsJob } from '../media/derivatives-job.ts';
import { unusedUploadsJob } from '../media/unused-uploads.ts';
import { reservationExpiry } from '../orders/expiry.ts';
import { orderMailObsolescenceChecks, orderMailTokenResolvers } from '../orders/mailed-link.ts';
import { orderMailTexts } from '../orders/order-confirmation.ts';
import { paymentJobs, paymentRecurringJobs } from '../payments/jobs.ts';
import type { JobHandlers, RecurringJob } from '../queue/job.ts';
import { conversionJobHandlers } from '../tracking/conversion-jobs.ts';
import { visitStatsJob } from '../tracking/visit-stats.ts';
import { housekeepingJob } from './housekeeping.ts';

export const mailTextRenderers: MailTextRenderers = orderMailTexts;

export const mailTokenResolvers: MailTokenResolvers = {
  ...orderMailTokenResolvers,
  ...newsletterTokenResolvers,
  ...backInStockTokenResolvers,
  ...customerMailTokenResolvers,
  ...abandonedCheckoutTokenResolvers,
};

export const mailObsolescenceChecks: MailObsolescenceChecks = {
  ...orderMailObsolescenceChecks,
  ...newsletterObsolescenceChecks,
  ...backInStockObsolescenceChecks,
  ...customerMailObsolescenceChecks,
  ...abandonedCheckoutObsolescenceChecks,
};

export const jobHandlers: JobHandlers = {
  ...mailJobs({ texts: mailTextRenderers, tokens: mailTokenResolvers, ends: mailObsolescenceChecks }),
  ...customerMailJobs,
  ...mediaJobs,
  ...paymentJobs,
  ...conversionJobHandlers,
};

export const recurringJobs: RecurringJob[] = [
  housekeepingJob,
  unusedUploadsJob,
  missingImageVariantsJob,
  reservationExpiry,
  strandedMailsJob,
  checkoutReminderJob,
  backInStockJob,
  visitStatsJob,
  ...paymentRecurringJobs,
];

/**
 * Returns the jobs that a process runs. With WARM_IMAGES=0, jobs that encode image variants before they are requested stay in the
 * queue.
 */
export function selectJobs({ WARM_IMAGES }: Pick<Env, 'WARM_IMAGES'>): {
  handlers: JobHandlers;
  recurring: RecurringJob[];
} {
  if (WARM_IMAGES) return { handlers: jobHandlers, recurring: recurringJobs };
  const isAhead = (kind: string) => kind in mediaJobs || kind === missingImageVariantsJob.kind;
  return {
    handlers: Object.fromEntries(Object.entries(jobHandlers).filter(([kind]) => !isAhead(kind))),
    recurring: recurringJobs.filter(({ kind }) => !isAhead(kind)),
  };
}
