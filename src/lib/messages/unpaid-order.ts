/** Texts of the bag's offer to pay an unpaid order; loaded with it. */
export const unpaidOrderTexts = {
  unpaidOrder: 'You have an order that is not paid yet.',
  unpaidOrderPay: 'Continue to payment',
} as const;
