/** Answer codes of the API (R50), for server and browser alike: nothing else is imported here. */
export const codes = {
  ok: 0,
  badParameter: 10001,
  notLoggedIn: 10110,
  checkoutChanged: 10209,
  notAllowed: 10403,
  notFound: 10404,
  tooManyRequests: 10429,
  emailTaken: 20001,
  wrongLogin: 20002,
  badLink: 20003,
  alreadySubscribed: 20101,
  couponUnknown: 30001,
  couponConditions: 30002,
  couponUsedUp: 30003,
  notEnoughStock: 40001,
  paymentDeclined: 50001,
  alreadyPaid: 50002,
  accountUnavailable: 53130,
  serverFailure: 90000,
} as const;

export type Code = (typeof codes)[keyof typeof codes];
