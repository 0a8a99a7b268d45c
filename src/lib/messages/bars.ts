/** The words of what marketing shows at the edges of a page: announcement bars, purchase notice, order reminder. */
export const barTexts = {
  notices: 'Recent purchases',
  noticesStop: 'Pause the notices',
  noticesGo: 'Go on with the notices',
  noticesClose: 'Close the notices for good',

  reminderTitle: 'Your order is waiting',
  reminderMore: 'More in this order',
  reminderPay: 'Go to payment',
  reminderClose: 'Close and do not remind me again',
} as const;
