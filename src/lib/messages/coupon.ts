/** Texts of the coupon form in the bag; loaded with the form. */
export const couponTexts = {
  codeApply: 'Apply',
  codeUse: 'Use {code}',
  codeKeep: 'Keep my discount',
  codeApplied: 'Discount code {code} applied.',
  codeUnknown: 'This code is unknown or has expired.',
  codeConditions: 'Your bag does not meet the conditions of this code.',
  codeUsedUp: 'This code has been used up.',
  codeBlank: 'Please enter a code.',
} as const;
