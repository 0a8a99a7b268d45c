/** Registers the jobs, email texts and email tokens of all domains. */
import type { Env } from '../core/env.ts';
import {
  abandonedCheckoutEnds,
  abandonedCheckouts,
  abandonedCheckoutTokens,
} from '../customers/abandoned-checkouts.ts';
import { customerMailEnds, customerMailJobs } from '../customers/customer-mails.ts';
import { customerMailTokens } from '../customers/mailed-code.ts';
import type { MailEnds } from '../mail/mail-ends.ts';
import type { MailTexts } from '../mail/mail-texts.ts';
import type { MailTokens } from '../mail/mail-tokens.ts';
import { mailJobs } from '../mail/send-mail.ts';
import { strandedMails } from '../mail/waiting-mails.ts';
import { backInStockTokens } from '../marketing/back-in-stock-mails.ts';
import { newsletterEnds, newsletterTokens } from '../marketing/newsletter-welcome.ts';
import { backInStock, backInStockEnds } from '../marketing/send-back-in-stock.ts';
import { mediaJobs, missingDerivatives } from '../media/derivatives-job.ts';
import { unusedUploads } from '../media/unused-uploads.ts';
import { reservationExpiry } from '../orders/expiry.ts';
import { orderMailEnds, orderMailTokens } from '../orders/mailed-link.ts';
import { orderMailTexts } from '../orders/order-confirmation.ts';
import { paymentJobs, paymentRecurringJobs } from '../payments/jobs.ts';
import type { JobHandlers, RecurringJob } from '../queue/job.ts';
import { conversionJobs } from '../tracking/conversion-jobs.ts';
import { visitFigures } from '../tracking/figures.ts';
import { housekeeping } from './housekeeping.ts';

export const mailTexts: MailTexts = orderMailTexts;

export const mailTokens: MailTokens = {
  ...orderMailTokens,
  ...newsletterTokens,
  ...backInStockTokens,
  ...customerMailTokens,
  ...abandonedCheckoutTokens,
};

export const mailEnds: MailEnds = {
  ...orderMailEnds,
  ...newsletterEnds,
  ...backInStockEnds,
  ...customerMailEnds,
  ...abandonedCheckoutEnds,
};

export const jobHandlers: JobHandlers = {
  ...mailJobs({ texts: mailTexts, tokens: mailTokens, ends: mailEnds }),
  ...customerMailJobs,
  ...mediaJobs,
  ...paymentJobs,
  ...conversionJobs,
};

export const recurringJobs: RecurringJob[] = [
  housekeeping,
  unusedUploads,
  missingDerivatives,
  reservationExpiry,
  strandedMails,
  abandonedCheckouts,
  backInStock,
  visitFigures,
  ...paymentRecurringJobs,
];

/**
 * Returns the jobs that a process runs. With WARM_IMAGES=0, jobs that encode image variants ahead of requests stay in the queue.
 */
export function jobsOf({ WARM_IMAGES }: Pick<Env, 'WARM_IMAGES'>): {
  handlers: JobHandlers;
  recurring: RecurringJob[];
} {
  if (WARM_IMAGES) return { handlers: jobHandlers, recurring: recurringJobs };
  const isAhead = (kind: string) => kind in mediaJobs || kind === missingDerivatives.kind;
  return {
    handlers: Object.fromEntries(Object.entries(jobHandlers).filter(([kind]) => !isAhead(kind))),
    recurring: recurringJobs.filter(({ kind }) => !isAhead(kind)),
  };
}
