import { defaultTexts } from './default.ts';

/** The words of the page a newsletter's link leads to. */
export const unsubscribeTexts = {
  newsletterOn: 'You are on the list of our newsletter.',
  newsletterOff: 'You are not subscribed. We will not email you again.',
  newsletterJoin: 'Subscribe again',
  newsletterLeave: 'Unsubscribe',
} as const;

const { email, subscribe, subscribing, invalidEmailMsg, subscribeSuccessMsg } = defaultTexts;
/** Words of the newsletter's form, which every island has: what a page tells its form of them. */
export const newsletterFormTexts = { email, subscribe, subscribing, invalidEmailMsg, subscribeSuccessMsg };
