/** The words of the bag's offer to pay an order that is not paid yet; they come with it. */
export const unpaidOrderTexts = {
  unpaidOrder: 'You have an order that is not paid yet.',
  unpaidOrderPay: 'Continue to payment',
} as const;
