/** Texts of the bag's message about an unpaid order; loaded with the message. */
export const unpaidOrderTexts = {
  unpaidOrder: 'You have an order that is not paid yet.',
  unpaidOrderPay: 'Continue to payment',
} as const;
