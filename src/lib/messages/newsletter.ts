import { defaultTexts } from './default.ts';

export const unsubscribeTexts = {
  newsletterOn: 'You are on the list of our newsletter.',
  newsletterOff: 'You are not subscribed. We will not email you again.',
  newsletterJoin: 'Subscribe again',
  newsletterLeave: 'Unsubscribe',
} as const;

const { email, subscribe, subscribing, invalidEmailMsg, subscribeSuccessMsg } = defaultTexts;
/** Default texts that a page passes to its newsletter form. */
export const newsletterFormTexts = { email, subscribe, subscribing, invalidEmailMsg, subscribeSuccessMsg };
