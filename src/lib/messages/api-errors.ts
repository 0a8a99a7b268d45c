/**
 * Error messages for shoppers, by the API's error code (R50). A translation replaces the more specific English message of the API
 * (server/api/error-texts.ts). Each message must be true for every error with its code, especially if it mentions money.
 */
import { couponTexts } from './coupon.ts';

export const apiErrorTexts = {
  refusal10001: 'Please check what you entered.',
  refusal10110: 'Please log in first.',
  refusal10209: 'Your order has changed. Please check it before you continue.',
  refusal10403: 'You do not have access to this.',
  refusal10404: 'We could not find this. Please check what you entered.',
  refusal10429: 'Too many attempts. Please wait a moment and try again.',
  refusal20001: 'An account with this email already exists.',
  refusal20002: 'Wrong email or password.',
  refusal20003: 'This link is no longer valid.',
  refusal20101: 'You are already subscribed.',
  refusal30001: couponTexts.codeUnknown,
  refusal30002: couponTexts.codeConditions,
  refusal30003: couponTexts.codeUsedUp,
  refusal40001: 'Some items in your bag are not in stock in that quantity.',
  refusal50001: 'The payment failed. Anything that was charged will be refunded.',
  refusal50002: 'This order is already paid.',
  refusal53130: 'This payment method is not available right now. Please choose another.',
  refusal90000: 'Something went wrong on our side. Reference {reference}.',
} as const;

/** Reasons why a coupon code does not apply to the bag, displayed with the error message. */
export const couponRequirementTexts = {
  couponNeeds: '{0} needs at least {1} of its products. Your bag has {2} of them.',
  couponNeedsUnreduced:
    '{0} needs at least {1} of its products at full price; those that another offer reduces do not count, so your bag has {2}.',
} as const;
