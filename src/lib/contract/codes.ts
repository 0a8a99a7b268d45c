/**
 * Response codes of the API (R50), for server and browser; this module has no imports. Import it as `import * as codes`, so that a page's
 * scripts bundle only the codes they use.
 */
export const ok = 0;
export const badParameter = 10001;
export const notLoggedIn = 10110;
export const checkoutChanged = 10209;
export const notAllowed = 10403;
export const notFound = 10404;
/** Someone else changed the same record; the message says who and what. */
export const changedMeanwhile = 10410;
/** Staff must confirm this act with their password or a code. */
export const confirmationRequired = 10411;
export const tooManyRequests = 10429;
export const emailTaken = 20001;
export const invalidCredentials = 20002;
export const badLink = 20003;
export const alreadySubscribed = 20101;
export const couponUnknown = 30001;
export const couponConditionsNotMet = 30002;
export const couponUsedUp = 30003;
export const notEnoughStock = 40001;
export const paymentDeclined = 50001;
export const alreadyPaid = 50002;
export const accountUnavailable = 53130;
export const serverFailure = 90000;
