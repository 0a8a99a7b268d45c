/** The words of the page a newsletter's link leads to. */
export const unsubscribeTexts = {
  newsletterOn: 'You are on the list of our newsletter.',
  newsletterOff: 'You are not on the list. We will not write again.',
  newsletterJoin: 'Put me on the list again',
  newsletterLeave: 'Take me off the list',
} as const;
