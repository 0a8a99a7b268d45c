/**
 * What a refusal of the API means to a shopper, by its code (R50). In the shop's own language the refusal's sentence says
 * more; pages in another are answered with these in it (server/api/refusal-words.ts). Each must be true of every refusal of
 * its code, above all what it says of money.
 */
import { couponTexts } from './coupon.ts';

export const refusalTexts = {
  refusal10001: 'This cannot be taken as it is. Please check what you entered.',
  refusal10110: 'Please sign in first.',
  refusal10209: 'Something about your order has changed. Please look at it once more.',
  refusal10403: 'This belongs to somebody else.',
  refusal10404: 'We could not find this. Please check what you entered.',
  refusal10429: 'That was often. Please wait a moment and try again.',
  refusal20001: 'There is an account with this email already.',
  refusal20002: 'Email and password do not fit together.',
  refusal20003: 'This link is no longer valid.',
  refusal20101: 'You are subscribed already.',
  refusal30001: couponTexts.codeUnknown,
  refusal30002: couponTexts.codeConditions,
  refusal30003: couponTexts.codeUsedUp,
  refusal40001: 'There are not enough left of something in your bag.',
  refusal50001: 'The payment did not go through. Whatever was charged for it is returned.',
  refusal50002: 'This order is paid already.',
  refusal53130: 'This way to pay is not available now. Please choose another.',
  refusal90000: 'Something went wrong on our side. Reference {reference}.',
} as const;
