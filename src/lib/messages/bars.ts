/** Texts of marketing elements at the edges of a page: announcement bars, purchase notice and order reminder. */
export const barTexts = {
  barsTop: 'News at the top of the page',
  barsHeader: 'News below the header',
  barsBottom: 'News at the bottom of the window',
  barMore: 'See more',
  barClose: 'Close this bar',
  barCopy: 'Copy',
  barUntil: 'Until {day}',
  barDays: 'd',
  barHours: 'h',
  barMinutes: 'min',
  barSeconds: 's',

  notices: 'Recent purchases',
  noticesStop: 'Pause the notices',
  noticesGo: 'Resume notices',
  noticesClose: 'Don’t show these notices again',

  reminderTitle: 'Your order is waiting',
  reminderMore: 'More in this order',
  reminderPay: 'Go to payment',
  reminderClose: 'Close and do not remind me again',
} as const;
