/** Times around the way to the checkout, ms. */

/** So long after the answer the browser leaves for the checkout (CHK-04). */
export const redirectDelay = 300;
/** So long a 10209 is shown before the page loads again (CHK-07). */
export const changedDelay = 3000;
