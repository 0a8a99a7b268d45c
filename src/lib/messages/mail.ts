/** The words of the shop's mails, beside those of an order (order.ts). */
export const mailTexts = {
  mailOrderSubject: '{shop}: order {number} is confirmed',
  mailOrderPreview: '{total} paid. Here is everything you ordered.',
  mailOrderTitle: 'Thank you for your order',
  mailOrderPaid:
    'It is paid, and now it is our turn. The link opens your order and shows how far it has come.',
  mailOrderFollow: 'Follow your order',
  mailQuestions: 'Questions? Write to us:',

  mailWelcomeSubject: '{shop}: you are on the list',
  mailWelcomeTitle: 'Thank you for subscribing',
  mailWelcomeText: 'We write seldom, and only when there is something to say.',
  mailWelcomeVisit: 'Look around the shop',
  mailWelcomeDoubt: 'Was it not you, or is it enough?',
  mailWelcomeLeave: 'Leave the list',
} as const;
