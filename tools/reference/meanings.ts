/** Descriptions of each job and each email for the reference. */
const jobs: Readonly<Record<string, string>> = {
  mail: 'Sends an email of the outbox.',
  'customer-reset': 'Queues the email with which a customer sets a new password.',
  'warm-picture': 'Encodes the variants of an image before a browser requests them.',
  refund: 'Sends back money that an order does not need, such as a second payment.',
  'merchant-refund': 'Sends a refund that you ordered to the payment provider.',
  'payment-event': 'Processes a webhook of a payment provider.',
  conversion: 'Sends a conversion to Meta or TikTok.',
  housekeeping: 'Deletes rows that are no longer needed, such as old visits and ended sessions.',
  'unused-uploads':
    'Deletes uploads that are older than 90 days and that no order, review or open checkout uses.',
  'missing-derivatives': 'Queues image variants that are missing.',
  'reservation-expiry': 'Releases the stock and coupons of unpaid orders whose reservation has expired.',
  'stranded-mails': 'Queues emails that wait without a job.',
  'left-checkouts': 'Queues reminders of abandoned checkouts.',
  'back-in-stock': 'Queues emails about variants that are available again.',
  'visit-figures': 'Summarises visits by day.',
  'reconcile-payments': 'Queries the payment providers about payments without a result.',
};

const emails: Readonly<Record<string, string>> = {
  'order-confirmation': 'The order is paid.',
  'order-shipped': 'A parcel was sent.',
  'order-refunded': 'A refund was made.',
  'order-return': 'The state of a return changed.',
  'customer-reset': 'Link to set a new password.',
  'customer-verify': 'Link to confirm a new account.',
  'customer-email':
    'Link to confirm a new email address; also the notice to the old address that it was changed.',
  'customer-known': 'A guest wanted to save an order in a new account, but the address already has one.',
  'customer-taken': 'Somebody wanted to use the address for another account.',
  'customer-password': 'The password was changed.',
  'left-checkout': 'Reminder of an abandoned checkout.',
  'newsletter-welcome': 'Welcome after subscribing to the newsletter.',
  'back-in-stock-confirm': 'Link to confirm a back-in-stock request.',
  'back-in-stock': 'A variant is available again.',
};

/** Returns the meaning of a job. @throws Error if the job has no description */
export function jobMeaning(kind: string): string {
  const meaning = jobs[kind];
  if (meaning === undefined)
    throw new Error(`tools/reference/meanings.ts does not describe the job "${kind}"`);
  return meaning;
}

/** Returns all emails with their meanings. @throws Error if a type in `used` has no description */
export function emailMeanings(used: readonly string[]): [kind: string, meaning: string][] {
  const missing = used.filter((kind) => !Object.hasOwn(emails, kind));
  if (missing.length > 0)
    throw new Error(`tools/reference/meanings.ts does not describe the emails ${missing}`);
  return Object.entries(emails);
}
